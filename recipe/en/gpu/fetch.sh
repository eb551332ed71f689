# Call 2, right after the first: bash carry/fetch.sh [SECONDS]
# Waits for the chain, at most SECONDS, then copies the model's parts and the logs into $OUT.
export WORK=${WORK:-/tmp/rightmost-chain}
bash "$WORK/recipe/en/gpu/watch.sh" "${1:-570}"
[ -e "$WORK/finished" ] || echo "NOT FINISHED: call once more"
mkdir -p "$OUT/model"
cp "$WORK"/out/part-* "$WORK"/out/*.json "$OUT/model/" 2>/dev/null
cd "$WORK" && tar -czf "$OUT/logs.tar.gz" chain.log log.* ./*.toml runs/*/metrics.jsonl runs/*/result.json 2>/dev/null
ls -la "$OUT" "$OUT/model"
