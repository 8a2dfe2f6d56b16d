"""The door of saved pauses: what a pause says is checked against its rulebook before anything is played on
it.

`records` declares what each record of a position holds, `kinds` what each kind of value is; `shape`
compares a pause with them, `marks` those of its cards; `places` asks whether the cards lie as zones and
objects say, `agenda` whether what runs stands on what runs it, `entries` whose what waits is, `underway` the
rest; `question` whether the decision is the one that the top frame asks for, `origin` what saved the pause,
`fitting`, of one that was changed, whether cards lie as on a board.
"""
