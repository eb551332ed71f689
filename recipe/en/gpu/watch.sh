# Waits until the chain in $WORK ends, at most $1 seconds, then shows how it stands.
end=$(($(date +%s) + $1))
while [ "$(date +%s)" -lt $end ] && [ ! -e "$WORK/finished" ] && [ ! -e "$WORK/failed" ]; do sleep 3; done
cat "$WORK/chain.log"
for run in quick main; do
  [ ! -e "$WORK/log.$run" ] || { echo "-- $run"; tail -n 4 "$WORK/log.$run" | cut -c-300; }
done
[ -n "$CPU" ] || nvidia-smi --query-gpu=utilization.gpu,memory.used --format=csv,noheader || true
