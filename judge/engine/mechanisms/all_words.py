"""The words and steps that all games share, all of them registered.

Each is a pure function of the position: it asks, or it returns the instructions that it stands for. Its
declaration says which keys it takes.
"""

from judge.engine.flow import history as history
from judge.engine.language.shared import words as words
from judge.engine.mechanisms import interrupts as interrupts
from judge.engine.mechanisms import links as links
from judge.engine.mechanisms import reveals as reveals
from judge.engine.mechanisms import steps as steps
from judge.engine.mechanisms import turns as turns
from judge.engine.mechanisms import weights as weights
from judge.engine.words import choices as choices
from judge.engine.words import last_information as last_information
from judge.engine.words import lasting_effects as lasting_effects
from judge.engine.words import marks as marks
from judge.engine.words import moves as moves
from judge.engine.words import notes as notes
from judge.engine.words import outcomes as outcomes
from judge.engine.words import prints as prints
