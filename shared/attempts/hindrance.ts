/** Why scheduled beats of a measured thread make no attempts. */
export type Hindrance = 'no agent' | 'look only' | 'no line'

export const HINDRANCE_WORDS: Readonly<Record<Hindrance, string>> = {
  'no agent': 'This thread has no agent: local checks make no attempts.',
  'look only': 'Its beats may only look, so that its agent can change nothing: let them write first.',
  'no line':
    'No line of HEARTBEAT.md needs its agent, so that scheduled beats do not start it: add one that says what to work at.',
}
