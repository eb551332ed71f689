"""Trees out of Rightmost and into it: tables, JSON, CoNLL, Penn files; stanza's, CoreNLP's and CoNLL-U input.

docs/exchange.md describes each.
"""
