/**
 * What is known of a line that looks like an attack. open: nobody has said that they saw it; own: the person wrote it in
 * the app, or an agent that may; seen: the person said so.
 */
export type SuspectStanding = 'open' | 'own' | 'seen'
