/** What the machine says of itself; null: it does not tell. */
interface PowerFacts {
  readonly onBattery: boolean | null
  readonly metered: boolean | null
}
interface PowerSettings {
  readonly onBattery: 'run' | 'calm' | 'hold'
  readonly onMetered: 'run' | 'hold'
}
export interface PowerDecision {
  readonly policy: 'run' | 'calm' | 'hold'
  readonly because: string | null // one sentence for a person; null exactly for 'run'
}

/**
 * What beats that nobody asked for do now: run, come less often, or wait. What is not known never holds
 * anything back.
 */
export function powerPolicy(facts: PowerFacts, settings: PowerSettings): PowerDecision {
  const battery = facts.onBattery === true ? settings.onBattery : 'run'
  const network = facts.metered === true ? settings.onMetered : 'run'
  if (battery === 'hold' || network === 'hold') {
    const causes = [
      ...(battery === 'hold' ? ['the machine is on battery'] : []),
      ...(network === 'hold' ? ['the network is metered'] : []),
    ]
    return { policy: 'hold', because: `Beats wait because ${causes.join(' and ')}.` }
  }
  if (battery === 'calm')
    return { policy: 'calm', because: 'Beats come less often because the machine is on battery.' }
  return { policy: 'run', because: null }
}
