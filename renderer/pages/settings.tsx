import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { SettingsChange } from '../../shared/settings.ts'
import { HOUR, type Instant } from '../../shared/time.ts'
import { attempt } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { Button } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { Row, Select } from '../components/field.tsx'
import { Menu } from '../components/menu.tsx'
import { Card, Page, SectionTitle, Skeleton } from '../components/parts.tsx'
import { useFleet } from '../live.ts'
import { Dormant, Events, OutOfYourWay, ShownByDefault } from '../settings/calm.tsx'
import { AgentLimits, Scheduling } from '../settings/limits.tsx'
import type { PartProps } from '../settings/parts.tsx'
import { WebhookIncoming } from '../settings/webhook-in.tsx'
import { WebhooksOut } from '../settings/webhooks-out.tsx'
import { dayAndTime, tomorrowAtNine, useMinute } from '../time.ts'
import { useUi } from '../ui-state.ts'

const FOREVER: Instant = 8.64e15

export function SettingsPage(): ReactNode {
  const settings = useFleet((fleet) => fleet.settings)
  const { client } = useBridge()
  const change = (with_: SettingsChange): Promise<unknown> => client.settings.change(with_)
  return (
    <Page title="Settings" sub="Changes apply at once.">
      <div className="flex max-w-[880px] flex-col gap-6">
        <Appearance settings={settings} change={change} />
        <Notifications settings={settings} change={change} />
        <ShownByDefault settings={settings} change={change} />
        <Scheduling settings={settings} change={change} />
        <AgentLimits settings={settings} change={change} />
        <OutOfYourWay settings={settings} change={change} />
        <Dormant settings={settings} change={change} />
        <Events settings={settings} change={change} />
        <WebhooksOut />
        <WebhookIncoming settings={settings} change={change} />
        <Health />
        <About />
      </div>
    </Page>
  )
}

function Appearance({ settings, change }: PartProps): ReactNode {
  return (
    <section aria-labelledby="appearance">
      <SectionTitle id="appearance">Window and tray</SectionTitle>
      <Card className="px-4">
        <Row label="Theme" help="System follows your desktop, also while it changes."><Select label="Theme" value={settings.theme} options={{ system: 'System', light: 'Light', dark: 'Dark' }} onChange={(theme) => void attempt(change({ theme }))} /></Row>
        <Row label="Tray icon" help="Panels on Linux cannot be asked for their colour; choose what can be seen on yours."><Select label="Tray icon" value={settings.trayIcons} options={{ system: 'System', light: 'Light, for dark panels', dark: 'Dark, for light panels' }} onChange={(trayIcons) => void attempt(change({ trayIcons }))} /></Row>
        <Row label="Closing the window" help="Heartbeats run only while Threadbeat runs."><Select label="Closing the window" value={settings.closeToTray} options={{ ask: 'Ask', hide: 'Keeps it in the tray', quit: 'Quits' }} onChange={(closeToTray) => void attempt(change({ closeToTray }))} /></Row>
      </Card>
    </section>
  )
}

function Notifications({ settings, change }: PartProps): ReactNode {
  const { client } = useBridge()
  const now = useMinute()
  const [tested, setTested] = useState<{ shown: boolean; why: string | null } | null>(null)
  const isMuted = settings.mutedUntil !== null && settings.mutedUntil > now
  const mute = (mutedUntil: Instant | null): void => void attempt(change({ mutedUntil }), mutedUntil === null ? 'Notifications are back.' : 'Notifications are muted. Alerts still show in the window.')
  return (
    <section aria-labelledby="notifications">
      <SectionTitle id="notifications">Notifications</SectionTitle>
      <Card className="px-4">
        <Row label="Mute" help={isMuted ? `Muted ${settings.mutedUntil === FOREVER ? 'until you turn it back' : `until ${dayAndTime(settings.mutedUntil ?? 0)}`}. Alerts still show here.` : 'Beats and alerts go on; only the banners stop.'}>
          {isMuted ? <Button onClick={() => mute(null)}>Unmute</Button> : <Menu trigger={<Button>Mute…</Button>} entries={[{ label: 'For 1 hour', run: () => mute(Date.now() + HOUR) }, { label: 'Until tomorrow 09:00', run: () => mute(tomorrowAtNine(Date.now())) }, { label: 'Until I turn it back', run: () => mute(FOREVER) }]} />}
        </Row>
        <Row label="Test" help={tested === null ? 'Shows one notification and tells whether it came through.' : tested.shown ? 'The desktop says it was shown.' : `It was not shown: ${tested.why ?? 'the desktop gave no reason'}.`}>
          <Button onClick={() => void attempt(client.testNotification()).then(setTested)}>Send a test</Button>
        </Row>
      </Card>
    </section>
  )
}

const CHECK = { ok: ['quiet', 'OK'], warn: ['alert', 'Look'], fail: ['urgent', 'Failed'] } as const

function Health(): ReactNode {
  const { api } = useBridge()
  const [asked, setAsked] = useState(false)
  const checks = useQuery(api.doctor.queryOptions({ enabled: asked, staleTime: 0 }))
  return (
    <section aria-labelledby="health">
      <SectionTitle id="health">Diagnostics</SectionTitle>
      <Card className="px-4">
        <Row label="Check this installation" help="git, data folder, notifications, tray and more; takes a few seconds."><Button onClick={() => (asked ? void checks.refetch() : setAsked(true))}>{asked ? 'Check again' : 'Run the checks'}</Button></Row>
        {asked && checks.data === undefined && <Skeleton rows={4} height={32} />}
        {checks.data !== undefined && (
          <ul className="py-2">
            {checks.data.map((check) => (
              <li key={check.name} className="flex items-baseline gap-3 py-1.5 text-13">
                <span className="w-16"><Chip tone={CHECK[check.state][0]}>{CHECK[check.state][1]}</Chip></span>
                <span className="w-40 shrink-0 font-medium">{check.name}</span>
                <span className="selectable text-ink-2">{check.text}{check.repair !== null && <span className="block text-12 text-ink-3">{check.repair}</span>}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}

function About(): ReactNode {
  const dataDir = useFleet((fleet) => fleet.dataDir)
  const showShortcuts = useUi((s) => s.showShortcuts)
  return (
    <section aria-labelledby="about">
      <SectionTitle id="about">About</SectionTitle>
      <Card className="px-4">
        <Row label="Data folder" help="History, settings, approvals and logs. Repositories keep only HEARTBEAT.md and one exclude line."><code className="selectable font-mono text-12 break-all">{dataDir}</code></Row>
        <Row label="Keyboard" help="Everything can be done without a mouse."><Button onClick={() => showShortcuts(true)}>Show shortcuts</Button></Row>
        <Row label="Threadbeat" help="Heartbeats for your local repositories. No telemetry; nothing listens on the network."><span className="text-12 text-ink-3">MIT licence</span></Row>
      </Card>
    </section>
  )
}
