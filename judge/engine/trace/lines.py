"""The kinds of lines that the engine tells, and those that more than one game does.

Under the name of each stands its phrase in the catalogues of `judge/speech`, with these values.
"""

from __future__ import annotations

from typing import Final

from judge.engine.trace.kinds import (
    ABILITY,
    ANYTHING,
    ARTICLE,
    ATTRIBUTE,
    BEARER,
    CARD,
    CARDS,
    CONDITION,
    CONDITIONS,
    DECISION,
    FIELDS,
    FINDINGS,
    FLAG,
    NUMBER,
    OPTION,
    OPTIONS,
    PROPOSED,
    RECORD,
    ROWS,
    SEAT,
    SEATS,
    WORD,
    WORDS,
    ZONE,
    Role,
    line,
)

# --- events and steps -----------------------------------------------------------------
EVENT: Final = line(
    "event",
    Role.ROUTINE,
    Role.SETTLED,
    record=RECORD,
    others=FIELDS.optional,
    counts=FIELDS.optional,
    reached=FIELDS.optional,
    now=FIELDS.optional,
    shifts=ROWS.optional,
    breaks=FLAG.optional,
    ended=ROWS.optional,
    scoped=FLAG.optional,
    total=NUMBER.optional,
    slots=WORDS.optional,
)
STEP: Final = line("step", Role.WORDLESS)

# --- windows and decisions ------------------------------------------------------------
ACT: Final = line("act", Role.ROUTINE, seat=SEAT, option=OPTION, window=WORD, forced=FLAG, seats=FIELDS)
ANSWER: Final = line("answer", Role.ROUTINE, ask=DECISION, value=ANYTHING, again=FLAG.optional)
ASK: Final = line("ask", Role.WORDLESS, Role.OMITTED, ask=DECISION)
BARRED: Final = line("barred", Role.TURNING, window=WORD, title=WORD)
BEFORE: Final = line("before", Role.WORDLESS, window=WORD)
FORCED: Final = line(
    "forced",
    Role.WORDLESS,
    Role.OMITTED,
    seat=SEAT,
    cards=CARDS,
    prompt=WORD,
    of=NUMBER,
    least=NUMBER,
    most=NUMBER,
    alike=FLAG,
)
LOCKED: Final = line("locked", Role.WORDLESS, seat=SEAT, refused=OPTIONS, kept=CONDITION)
OFFER: Final = line(
    "offer",
    Role.ROUTINE,
    seat=SEAT,
    window=WORD,
    legal=OPTIONS,
    refused=OPTIONS,
    unseen=NUMBER,
    end=WORD,
    kept=CONDITION,
    seats=FIELDS,
)
PASS: Final = line("pass", Role.ROUTINE, Role.OMITTED, Role.IDLE, seat=SEAT, window=WORD, word=WORD)
UNSTACK: Final = line("unstack", Role.ROUTINE, cards=CARDS)
WINDOW: Final = line("window", Role.ROUTINE, window=WORD, title=WORD, of=WORD)
WINDOW_CLOSE: Final = line("window-close", Role.ROUTINE, Role.OMITTED, window=WORD, acted=NUMBER)

# --- how the engine goes on -----------------------------------------------------------
AT_ONCE: Final = line("at-once", card=CARD, ability=ABILITY)
DROPPED: Final = line("dropped", Role.WORDLESS, Role.OMITTED, procedure=WORD, step=WORD)
DUE: Final = line("due", card=CARD, to=ZONE)
DUE_LATER: Final = line("due-later", card=CARD, attr=ATTRIBUTE, n=NUMBER)
EXCLUDED: Final = line("excluded", Role.TURNING, card=CARD, source=BEARER)
FOLLOWS: Final = line("follows", Role.WORDLESS)
GOTO: Final = line("goto", Role.WORDLESS, step=WORD, because=WORD)
KEPT_BACK: Final = line("kept-back", card=CARD)
LOOP: Final = line("loop", Role.WORDLESS, Role.TURNING)
NEW_OBJECT: Final = line("new-object", card=CARD, breaks=FLAG)
NOT_APPLICABLE: Final = line("not-applicable", Role.TURNING, events=WORDS)
NOT_ON_TOP: Final = line("not-on-top", card=CARD, host=CARD)
PROCESSING: Final = line("processing", Role.WORDLESS, Role.OMITTED, n=NUMBER)
PUT: Final = line("put", Role.WORDLESS, vars=FIELDS, procedure=WORD, cards=FIELDS)
READS: Final = line("reads", Role.WORDLESS, Role.OMITTED, attr=ATTRIBUTE)
RECOVERED: Final = line("recovered", card=CARD, attr=ATTRIBUTE, n=NUMBER)
REST_FAILS: Final = line("rest-fails", Role.SOURCED, Role.UNDONE, card=CARD)
RINGED: Final = line("ringed", card=CARD, host=CARD)
SAID: Final = line("said", Role.WORDLESS, Role.OMITTED, card=CARD.optional, seat=SEAT.optional)
SHIFT: Final = line("shift", Role.SETTLED, card=CARD, attr=ATTRIBUTE, was=NUMBER, now=NUMBER, by=CARDS)
TAKES_OVER: Final = line("takes-over", card=CARD)
UNDONE: Final = line("undone", Role.TURNING, card=CARD, ability=ABILITY)
UNPAID: Final = line("unpaid", card=CARD, by=CARD)

# --- what is forbidden, replaced, or finds no place -----------------------------------
CANNOT_REPLACE: Final = line(
    "cannot-replace", Role.TURNING, cites="may-replace", ability=ABILITY, card=BEARER, by=CARD.optional
)
CROWDED: Final = line("crowded", Role.TURNING, card=CARD)
FIXED: Final = line("fixed", Role.TURNING, card=CARD)
LACKING: Final = line("lacking", Role.WORDLESS)  # a cost cannot be paid
FORBIDDEN: Final = line(
    "forbidden", Role.TURNING, Role.UNDONE, event=PROPOSED, ability=ABILITY, card=CARD, affected=CARD
)
FULL: Final = line("full", Role.TURNING, card=CARD, zone=ZONE, tokens=FLAG.optional)
HELD: Final = line("held", Role.TURNING, card=CARD, zone=ZONE)
ONCE_AN_EVENT: Final = line(
    "once-an-event",
    Role.WORDLESS,
    Role.OMITTED,
    cites="replaced-again",
    card=BEARER,
    again=FLAG,
)
OVERRIDDEN: Final = line(
    "overridden", Role.TURNING, ability=ABILITY.optional, article=ARTICLE, by=CARD.optional
)
PAID_AS_WRITTEN: Final = line("paid-as-written", Role.TURNING, cites="cost", ability=ABILITY, card=BEARER)
REACHES_LATER: Final = line("reaches-later", Role.UNDONE, card=CARD, by=CARD)
REPLACED: Final = line("replaced", Role.TURNING, event=PROPOSED, ability=ABILITY, card=CARD, affected=CARD)
REPLACED_ONCE: Final = line("replaced-once", Role.TURNING, ability=ABILITY, card=BEARER)
SURCHARGE: Final = line("surcharge", Role.TURNING, card=CARD, seat=SEAT)
UNAFFECTED: Final = line(
    "unaffected",
    Role.TURNING,
    Role.SOURCED,
    Role.UNDONE,
    Role.MADE,
    affected=CARD,
    stem=BEARER,
    card=CARD,
    text=ABILITY,
)
UNSTACKED: Final = line("unstacked", card=CARD)

# --- abilities that do not trigger ----------------------------------------------------
BENEATH_UNHEARD: Final = line("beneath-unheard", Role.TURNING, card=CARD)
BESIDE: Final = line("beside", Role.TURNING, Role.SETTLED, Role.UNTRIGGERED, card=BEARER, affected=CARD)
CONDITION_FAILS: Final = line(
    "condition-fails", Role.TURNING, Role.UNDONE, when=ANYTHING, card=BEARER, ability=ABILITY, found=FINDINGS
)
HEARD_ELSEWHERE: Final = line("heard-elsewhere", Role.TURNING, Role.UNTRIGGERED, card=BEARER, zone=ZONE)
JUDGED_BY: Final = line("judged-by", Role.TURNING, Role.UNTRIGGERED, card=CARD, by=BEARER, form=WORD)
NOT_MEANT: Final = line("not-meant", card=CARD)
NOT_NAMED: Final = line(
    "not-named", Role.TURNING, Role.UNTRIGGERED, card=CARD, ability=ABILITY, move=WORD, moved=CARD
)
NOT_VALID: Final = line(
    "not-valid", Role.TURNING, Role.UNTRIGGERED, card=BEARER, ability=ABILITY, found=FINDINGS
)
ONCE_APART: Final = line(
    "once-apart", Role.UNTRIGGERED, cites="once-apart", ability=ABILITY, card=CARD, seat=SEAT
)
SILENT: Final = line("silent", Role.TURNING, card=BEARER, by=CARD, own=FLAG.optional, form=WORD.optional)
UNGUARDED: Final = line("unguarded", card=CARD)
UNHEARD: Final = line(
    "unheard", Role.TURNING, Role.SETTLED, Role.UNTRIGGERED, card=CARD, ability=ABILITY, event=WORD
)
UNUSABLE: Final = line("unusable", Role.TURNING, Role.UNTRIGGERED, card=BEARER, ability=ABILITY, by=CARD)
USED_UP: Final = line(
    "used-up", Role.TURNING, ability=ABILITY, card=BEARER, seat=SEAT, n=NUMBER, form=WORD, until=WORD.optional
)

# --- effects, links and turns ---------------------------------------------------------
ANOTHER_TURN: Final = line("another-turn", Role.TURNING, seat=SEAT, several=FLAG.optional)
CANNOT_PAY: Final = line(
    "cannot-pay", Role.TURNING, cites="cost", card=BEARER, ability=ABILITY, conds=CONDITIONS
)
NEGATED: Final = line("negated", Role.TURNING, card=BEARER)
NO_DRAW: Final = line("no-draw", Role.TURNING, seat=SEAT)
NO_EFFECT: Final = line("no-effect", Role.TURNING, card=BEARER, own=FLAG.optional)
NO_TIMES: Final = line("no-times", Role.SOURCED, Role.UNDONE, cites="no-times", n=NUMBER, verb=WORD.optional)
PAID_IN_VAIN: Final = line("paid-in-vain", Role.TURNING, card=CARD)
RESOLVES: Final = line("resolves", Role.ROUTINE, card=CARD, seat=SEAT, ahead=FLAG.optional)
TIMES: Final = line("times", Role.WORDLESS, Role.OMITTED, n=NUMBER)

# --- what effects do, and what they cannot do -----------------------------------------
CANNOT: Final = line("cannot", Role.SOURCED, Role.UNDONE, seat=SEAT)
DEFAULT_TARGET: Final = line("default-target", Role.ROUTINE, Role.OMITTED, cites="default-target")
EMPTIED: Final = line("emptied", card=CARD)
FEWER: Final = line("fewer", Role.SOURCED, Role.UNDONE, cites="nothing", n=NUMBER, wanted=NUMBER, verb=WORD)
IGNORED: Final = line("ignored", Role.TURNING, Role.PASSED_OVER, card=CARD, word=WORD)
IN_ORDER: Final = line("in-order", Role.WORDLESS, Role.OMITTED, cites="options-order")
IN_TURN: Final = line("in-turn", Role.WORDLESS, cites="both-choose", seat=SEAT)
LEFT_BEHIND: Final = line("left-behind", card=CARD)
NO_AUTO: Final = line("no-auto", Role.SOURCED, Role.UNDONE, cites="nothing", elsewhere=FLAG)
NOT_ABLE: Final = line("not-able", card=CARD, word=WORD)
NOT_ALL_FIT: Final = line("not-all-fit", Role.TURNING, token=WORD, n=NUMBER)
NOT_CHOOSABLE: Final = line(
    "not-choosable", Role.TURNING, Role.UNDONE, Role.PASSED_OVER, card=CARD, ability=ABILITY, by=CARD.optional
)
NOTHING: Final = line(
    "nothing",
    Role.ROUTINE,
    Role.SOURCED,
    Role.UNDONE,
    cites="nothing",
    verb=WORD,
    n=NUMBER.optional,
    wanted=NUMBER.optional,
    card=CARD.optional,
)
SAME_STATE: Final = line("same-state", cites="same-state", card=CARD)
SEVERAL: Final = line("several", card=CARD, words=WORDS)
TOO_FEW: Final = line(
    "too-few", Role.SOURCED, Role.UNDONE, cites="nothing", n=NUMBER, wanted=NUMBER, verb=WORD
)
UNSEEN_CARDS: Final = line("unseen-cards", Role.ROUTINE, n=NUMBER)

# --- values and what makes them up ----------------------------------------------------
ADDS_UP: Final = line("adds-up", cites="numeric", card=CARD, attr=ATTRIBUTE, printed=NUMBER, now=NUMBER)
LAST_INFORMATION: Final = line("last-information", attr=ATTRIBUTE)
MADE: Final = line(
    "made", Role.MADE, form=WORD, card=CARD, attr=ATTRIBUTE, by=CARD, was=ANYTHING, now=ANYTHING
)
MADE_BY: Final = line("made-by", Role.MADE, card=CARD)
PERMANENT: Final = line("permanent", Role.ROUTINE, card=CARD, attr=ATTRIBUTE, by=CARD, n=NUMBER)
PERMANENT_IDLE: Final = line(
    "permanent-idle", Role.TURNING, Role.MADE, card=CARD, attr=ATTRIBUTE, by=CARD, found=FINDINGS.optional
)
PERMANENT_MUTED: Final = line("permanent-muted", Role.MADE, card=CARD, attr=ATTRIBUTE, by=CARD)
TEXTUAL_FIRST: Final = line("textual-first", card=CARD, attr=ATTRIBUTE, by=CARD)
VALUE: Final = line("value", Role.ROUTINE, card=CARD, attr=ATTRIBUTE, printed=ANYTHING, now=ANYTHING)
VALUE_AFTER: Final = line("value-after", cites="depends", card=CARD, by=CARD, applies=FLAG)
VALUE_CIRCLE: Final = line("value-circle", cites="depends", card=CARD)
VALUE_CONTAINS: Final = line("value-contains", cites="contains", attr=ATTRIBUTE, words=WORD, by=CARD)
VALUE_GIVEN: Final = line("value-given", Role.MADE, cites="textual", card=CARD, by=CARD)
VALUE_INVALID: Final = line("value-invalid", cites="conditional", by=CARD)
VALUE_LAST: Final = line("value-last", cites="since", by=CARD)
VALUE_LATE: Final = line("value-late", cites="late", card=CARD, by=CARD, attr=ATTRIBUTE)
VALUE_ORDER: Final = line("value-order", cites="scales")
VALUE_PART: Final = line("value-part", Role.WORDLESS, form=WORD, n=ANYTHING, by=CARD, text=ABILITY)
VALUE_TAKEN: Final = line("value-taken", cites="silent", card=CARD, by=CARD)

# --- loops ----------------------------------------------------------------------------
LOOP_ALIKE: Final = line("loop-alike", seat=SEAT)
LOOP_BARS: Final = line("loop-bars", Role.TURNING, seat=SEAT, value=ANYTHING)
LOOPS: Final = line("loops", Role.TURNING, cites="loop-is", n=NUMBER, seats_stop=SEATS, decisions=ROWS)

# --- fights ---------------------------------------------------------------------------
ATTACK_ENDS: Final = line("attack-ends", Role.TURNING, Role.FOUGHT, card=CARD)

# --- the end of a script --------------------------------------------------------------
UNTOUCHED: Final = line("untouched", card=CARD)
