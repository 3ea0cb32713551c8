/** Why scheduled beats of a measured thread make no attempts, or not without trouble. */
export type Hindrance = 'no agent' | 'no change expected' | 'look only' | 'no line'

export const HINDRANCE_WORDS: Readonly<Record<Hindrance, string>> = {
  'no agent': 'This thread has no agent: local checks make no attempts.',
  'no change expected':
    'Its program is not meant to change the repository, so that each change is an alert: set the runner with --may-change.',
  'look only':
    'Its beats may only look, so that its agent can change nothing: let them write, in the settings of its runner.',
  'no line':
    'No line of HEARTBEAT.md needs its agent, so that scheduled beats do not start it: add one that says what to work at.',
}
