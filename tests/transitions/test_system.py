from __future__ import annotations

from rightmost.transitions.system import System


def test_a_system_is_its_name_on_the_command_line():
    assert [str(system) for system in System] == ["attach-juxtapose", "in-order"]
    assert System("in-order") is System.IN_ORDER
