"""How much is done at once, and the sizes at which one method gives way to another, for CPU and GPU."""

from __future__ import annotations

#: Sentences that a parser takes in at once. The first batch is small, so that its trees come soon; batches then double.
FIRST_BATCH = 64
BATCH = 2048

#: Words that are encoded again for a word that comes while others are unknown: so many up to that word, and the
#: look-ahead's. What stands further back keeps the features it had, so that a word costs no more in a long sentence.
WORDS_ENCODED = 100

#: Padded pieces in one pass through the encoder. On a GPU half as many passes are half as much to launch.
PIECES_AT_ONCE = 8192
PIECES_AT_ONCE_ON_A_GPU = 16384

#: Trees in one pool of the decoder, all the copies of a beam included.
TREES_AT_ONCE = 512
TREES_AT_ONCE_ON_A_GPU = 8192
SENTENCES_AT_ONCE_ON_A_GPU = 2048
SMALL_POOL = 512  # sentences that are not worth two pools on a GPU
POOL_STEP = 128  # of the number of trees that steps on a GPU are recorded for
POOLS_AHEAD = 2  # sent to the device before the trees of one are built: building may take longer than a pool

#: Searches whose recorded steps are kept on a GPU. Their tensors are large.
SEARCHES_KEPT = 4

#: The beam that k-best parsing uses at least.
KBEST_BEAM = 10

#: Trees in a beam. Its memory grows with the square of their number, and with the words of its trees.
MOST_BEAM = 1000
MOST_WORDS_IN_BEAM = 1_000_000

#: The convolution sees no more children of a node than its last so many.
CHILDREN_SEEN = 128

#: Slots of a forest to begin with, at most: sentences of up to 255 words never need their slots moved.
MOST_SLOTS = 768

#: States that a network scores at once while it learns; longer batches are cut, and what they keep is computed again.
STATES_AT_ONCE = 16_384
