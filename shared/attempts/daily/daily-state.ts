/** What a daily beat of a thread without a metric may ask of its agent besides its list. */
export const DAILY_INTERVENTIONS = ['reflect'] as const
export type DailyIntervention = (typeof DAILY_INTERVENTIONS)[number]

export const REFLECTION_ABOUT = ['day'] as const
/** day: what the day taught. */
export type ReflectionAbout = (typeof REFLECTION_ABOUT)[number]

/** What decides when one thread is asked. Plain JSON: it is kept as it stands. */
export interface DailyState {
  readonly reflectedOn: string | null // "YYYY-MM-DD" in the thread's zone, of the last daily beat that reflected; null: none did
}
export const NEW_DAILY_STATE: DailyState = { reflectedOn: null }
