"""The door of saved pauses: what a pause says is checked against its rulebook before anything is played on
it.

`records` declares what each record of a position holds, `kinds` what each kind of value is; `shape`
compares a pause with them, `lying` asks whether the cards lie as zones and objects say, `agenda` what is
under way, `asking` whether the decision is the one that the top frame asks for, `origin` what saved the
pause.
"""
