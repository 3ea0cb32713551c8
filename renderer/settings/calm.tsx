import { BatteryMedium, Plug } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import type { PowerView } from '../../shared/snapshot.ts'
import { DAY } from '../../shared/time.ts'
import { plural } from '../../shared/words.ts'
import { attempt } from '../actions.tsx'
import { Row, Select } from '../components/field.tsx'
import { useFleet, useLive } from '../live.ts'
import { AllOff, SHOWN_KEYS, SHOWN_WORDS } from '../thread-settings/shown.tsx'
import { Count, Duration, OnOff, Section, type PartProps } from './parts.tsx'

/** Holding back: while a person works, on battery, on a network that costs. */
export function OutOfYourWay({ settings, change }: PartProps): ReactNode {
  const power = useFleet((fleet) => fleet.power)
  return (
    <Section id="out-of-way" title="Out of your way">
      <OnOff label="Wait while you work" help="Beats that nobody asked for hold back while somebody is at work in the repository: a lock of git, a rebase or merge under way, an agent of yours, edits of the last minutes. They run in the gap." checked={settings.outOfTheWay} onChange={(outOfTheWay) => change({ outOfTheWay })} />
      <Row label="On battery" help="What you ask for always runs.">
        <Select label="On battery" value={settings.onBattery} options={{ run: 'As ever', calm: 'At most each half hour', hold: 'Only what you ask for' }} onChange={(onBattery) => void attempt(change({ onBattery }))} />
      </Row>
      <Row label="On a metered network" help="A phone’s hotspot, for example. Agents need the network.">
        <Select label="On a metered network" value={settings.onMetered} options={{ run: 'As ever', hold: 'Only what you ask for' }} onChange={(onMetered) => void attempt(change({ onMetered }))} />
      </Row>
      <p role="status" className="flex items-start gap-2 py-3 text-12 text-ink-2">
        {power.onBattery === true ? <BatteryMedium aria-hidden size={14} className="mt-px shrink-0" /> : <Plug aria-hidden size={14} className="mt-px shrink-0" />}
        <span>Now: {powerWords(power)}</span>
      </p>
    </Section>
  )
}

const POLICY: Record<PowerView['policy'], string> = { run: 'Beats run as ever.', calm: 'Beats come at most each half hour', hold: 'Only what you ask for runs' }
function powerWords({ onBattery, metered, policy, because }: PowerView): string {
  const battery = onBattery === null ? 'this system does not tell about its battery' : onBattery ? 'on battery' : 'on mains power'
  const network = metered === null ? 'nor whether its network is metered' : metered ? 'the network is metered' : 'the network is not metered'
  const both = metered === null && onBattery !== null ? `${battery}; the system does not tell whether the network is metered` : metered !== null && onBattery === null ? `${network}; the system does not tell about its battery` : `${battery}, ${network}`
  return `${both}. ${POLICY[policy]}${policy === 'run' ? '' : because === null ? '.' : `: ${because.replace(/\.$/, '')}.`}`
}

export const ShownByDefault = ({ settings, change }: PartProps): ReactNode => (
  <Section id="shown" title="What is shown">
    {SHOWN_KEYS.map((key) => <OnOff key={key} label={SHOWN_WORDS[key].label} help={SHOWN_WORDS[key].help} checked={settings[key]} onChange={(on) => change({ [key]: on })} />)}
    {SHOWN_KEYS.every((key) => !settings[key]) ? <AllOff whose="for every thread without its own setting" /> : <p className="py-3 text-12 text-ink-3">A thread, or its HEARTBEAT.json, may say otherwise.</p>}
  </Section>
)

export function Dormant({ settings, change }: PartProps): ReactNode {
  const threads = useLive((live) => live.threads)
  const dormant = useMemo(() => [...threads.values()].filter((t) => t.dormantSince !== null), [threads])
  return (
    <Section id="dormant" title="Dormant repositories">
      <Duration
        label="Dormant after" help="Without a commit, an edit or a deed of yours for so long, a repository is looked at once a day. Any change wakes it. “never” keeps every pace." value={settings.dormantAfterMs} zero="never"
        min="1 d" max="365 d" bounds={[DAY, 365 * DAY]} onSave={(dormantAfterMs) => change({ dormantAfterMs })}
      />
      <p className="py-3 text-12 text-ink-3">{settings.dormantAfterMs === 0 ? 'No repository goes dormant.' : dormant.length === 0 ? 'No repository is dormant now.' : `${plural(dormant.length, 'repository is', 'repositories are')} dormant now: ${dormant.slice(0, 6).map((t) => t.name).join(', ')}${dormant.length > 6 ? ` and ${dormant.length - 6} more` : ''}.`}</p>
    </Section>
  )
}

export const Events = ({ settings, change }: PartProps): ReactNode => (
  <Section id="events" title="Events and noise">
    <OnOff label="Messages take events along" help="A message of yours carries the waiting events too and uses them up. Off, they wait for the next beat." checked={settings.messagesTakeEvents} onChange={(messagesTakeEvents) => change({ messagesTakeEvents })} />
    <Count label="A thread is noisy from" help="More runs of one thread than this within an hour raise one alert. Something wakes it too often then." value={settings.noisyRuns} bounds={[10, 1000]} onSave={(noisyRuns) => change({ noisyRuns })} />
  </Section>
)
