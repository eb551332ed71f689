# The whole chain on the GPU machine, in $WORK, which start.sh fills.
# QUICK, MAIN: minutes of the two runs. N, BIG: their processes. P: processes that parse. F: processes that follow.
cd "$WORK" || exit 1
export PYTHONPATH=$WORK/src:$WORK/recipe/en:$WORK/benchmarks:$WORK/deps OMP_NUM_THREADS=1 TOKENIZERS_PARALLELISM=false PYTHONUNBUFFERED=1
PY=${PY:-python3} N=${N:-8} BIG=${BIG:-16} P=${P:-4} F=${F:-14} QUICK=${QUICK:-2.3} MAIN=${MAIN:-7.2}
DEVICE=${DEVICE:-cuda} MOST=${MOST:-100000} TINY=${TINY:-}
GPU=recipe/en/gpu
began=$(date +%s)
at() { echo "== $(($(date +%s) - began)) s: $*"; }
give_up() { echo "FAILED: $*"; touch failed; exit 1; }
train() { $PY -m torch.distributed.run --nproc-per-node "$2" --master-port "$3" -m rightmost.training "$1.toml" > "log.$1" 2>&1; }

at start
$PY $GPU/prepare_trees.py known || give_up known
$PY $GPU/prefix_configs.py quick --minutes "$QUICK" $TINY || give_up "quick.toml"
train quick "$N" 29501 & quick=$!
parsers=""
for i in $(seq 0 $((P - 1))); do
  $PY $GPU/parse_raw.py --part "$i" --of "$P" --device "$DEVICE" > "log.parse$i" 2>&1 & parsers="$parsers $!"
done
for job in $parsers; do wait "$job" || give_up "a parser; see log.parse*"; done
at parsed
$PY $GPU/prepare_trees.py forms || give_up forms
at forms
wait $quick || give_up "quick; see log.quick"
at quick; tail -n 2 log.quick
followers=""
for i in $(seq 0 $((F - 1))); do
  $PY $GPU/follow.py runs/quick/best --part "$i" --of "$F" --device "$DEVICE" --most "$MOST" > "log.follow$i" 2>&1 & followers="$followers $!"
done
for job in $followers; do wait "$job" || give_up "follow; see log.follow*"; done
for d in follow/*/; do cat "$d"gold-*.txt > "${d}gold.txt"; cat "$d"taken-*.txt > "${d}taken.txt"; done
at followed
$PY $GPU/prefix_configs.py main --minutes "$MAIN" $TINY || give_up "main.toml"
train main "$BIG" 29503 || give_up "main; see log.main"
at main; tail -n 3 log.main
$PY $GPU/in_parts.py runs/main/best out || give_up "in_parts"
at done; touch finished
