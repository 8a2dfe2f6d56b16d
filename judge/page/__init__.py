"""The seven parts of a ruling as data: Answer, Asked, Why, Steps, Open, Next, Checked."""
