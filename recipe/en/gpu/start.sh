# Call 1, from the root of the working tree with carry/ in it: bash carry/start.sh [SECONDS]
# Starts the chain from a copy of the tree, in a session of its own, since the next call puts the working tree in place
# anew. Then shows how it stands, for at most SECONDS.
set -e
export WORK=${WORK:-/tmp/rightmost-chain}
mkdir -p "$WORK"
cp -r src recipe benchmarks "$WORK"/
${PY:-python3} -c "import sys, tarfile; tarfile.open('carry/load.tar.xz').extractall(sys.argv[1], filter='data')" "$WORK"
rm -f "$WORK/failed" "$WORK/finished"
[ -n "$CPU" ] || nvidia-cuda-mps-control -d || true
(cd "$WORK" && setsid nohup bash recipe/en/gpu/chain.sh > chain.log 2>&1 < /dev/null &)
bash "$WORK/recipe/en/gpu/watch.sh" "${1:-570}"
