import { BatteryMedium, Plug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SettingSection } from '../../shared/settings/setting-rows.ts'
import type { SettingKey } from '../../shared/settings/table.ts'
import type { PowerView } from '../../shared/views/snapshot.ts'
import { Button } from '../kit/button.tsx'
import { CopyButton } from '../kit/text/copy-line.tsx'
import { Row } from '../kit/field.tsx'
import { DATA_COPY } from './data/data-copy.ts'
import { POWER_COPY, SETTINGS_COPY as COPY } from './copy.ts'
import { SHOWN_COPY } from '../thread/settings/copy.ts'
import { RetentionRows } from '../history/retention.tsx'
import { useFleet } from '../client/live.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { AllOff, SHOWN_KEYS } from '../thread/settings/shown.tsx'
import { SETTINGS_HERE } from '../client/settings-here.ts'
import { useUi } from '../client/ui-state.ts'
import { CommandLine } from './command/command.tsx'
import { Archive } from './data/archive.tsx'
import { Backups } from './data/backups.tsx'
import { DormantNow } from './dormant-now.tsx'
import { File } from './data/file.tsx'
import { About } from './health/about.tsx'
import { Diagnostics, Logs } from './health/health.tsx'
import { UpdatesSection } from './health/updates.tsx'
import { Machines } from './machines/machines.tsx'
import { MASTER_COPY } from './master/copy.ts'
import { MasterRow } from './master/master-row.tsx'
import { Section } from './parts.tsx'
import { Reset } from './reset.tsx'
import type { SettingInfo } from './setting-info.ts'
import { SettingLine } from './setting-row.tsx'
import { StartAtLogin } from './start-at-login.tsx'
import { SystemNotifications } from './notifications/system-notifications.tsx'
import { WebhookIncoming } from './webhooks/webhook-in.tsx'
import { WebhooksOut } from './webhooks/webhooks-out.tsx'

interface Props {
  readonly info: SettingInfo
}

/** What a group of rows has besides them, at its end. */
const AFTER: Partial<Record<SettingSection, (props: Props) => Readonly<Record<string, ReactNode>>>> = {
  general: () => ({
    'Window and tray': <StartAtLogin label={COPY.autostart} asked={COPY.autostartHelp} />,
    Keyboard: <ShortcutsRow />,
  }),
  notifications: ({ info }) => ({
    Notifications: <SystemNotifications />,
    'What is shown': <ShownNow info={info} />,
  }),
  schedule: () => ({ 'At the same time': <BudgetsRow />, 'Out of your way': <PowerNow /> }),
  threads: () => ({ Pace: <DormantNow /> }),
  privacy: () => ({ 'How long history is kept': <RetentionRows /> }),
}

/** One section of the settings: the rows of the table in their groups, and what only this section has. */
export function SectionOf({ section, info }: Props & { section: SettingSection }): ReactNode {
  const groups = <Groups section={section} info={info} after={AFTER[section]?.({ info }) ?? {}} />
  switch (section) {
    case 'general':
    case 'appearance':
    case 'notifications':
    case 'schedule':
      return groups
    case 'threads':
      return (
        <>
          {groups}
          <Section id="master" title={MASTER_COPY.section}>
            <MasterRow />
          </Section>
        </>
      )
    case 'privacy':
      return (
        <>
          <Privacy />
          <Backups />
          <Archive />
          {groups}
          <Reset />
        </>
      )
    case 'agents':
      return <AgentsSection />
    case 'integrations':
      return (
        <>
          <CommandLine />
          <WebhooksOut />
          <WebhookIncoming settings={info.settings} change={info.change} />
        </>
      )
    case 'machines':
      return <Machines />
    case 'updates':
      return <UpdatesSection>{lines('updates', info)}</UpdatesSection>
    case 'advanced':
      return (
        <>
          <Diagnostics />
          <Logs>{lines('advanced', info)}</Logs>
          <About />
          <File info={info} />
        </>
      )
  }
}

const AgentsSection = (): ReactNode => (
  <Section id="agents" title="Agents">
    <Row label="Agents" help={COPY.agents}>
      <Button onClick={() => navigate(PLACES.agents)}>{COPY.openAgents}</Button>
    </Row>
  </Section>
)

const lines = (section: SettingSection, info: SettingInfo, group?: string): ReactNode =>
  SETTINGS_HERE.filter((r) => r.section === section && (group === undefined || r.group === group)).map(
    (row) => <SettingLine key={row.key} row={row} info={info} />,
  )

function Groups({
  section,
  info,
  after = {},
}: {
  section: SettingSection
  info: SettingInfo
  after?: Readonly<Record<string, ReactNode>>
}): ReactNode {
  const groups = [...new Set(SETTINGS_HERE.filter((r) => r.section === section).map((r) => r.group))]
  return groups.map((group) => (
    <Section key={group} id={`${section}-${group.toLowerCase().replaceAll(/\W+/g, '-')}`} title={group}>
      {lines(section, info, group)}
      {after[group]}
    </Section>
  ))
}

function ShortcutsRow(): ReactNode {
  const showShortcuts = useUi((s) => s.showShortcuts)
  return (
    <Row label={COPY.shortcuts} help={COPY.shortcutsHelp}>
      <Button onClick={() => showShortcuts(true)}>{COPY.showShortcuts}</Button>
    </Row>
  )
}

const ShownNow = ({ info: { settings } }: { info: SettingInfo }): ReactNode =>
  SHOWN_KEYS.every((key: SettingKey) => settings[key] === false) ? (
    <AllOff text={SHOWN_COPY.allOff} />
  ) : (
    <p className="py-3 text-12 text-ink-3">{COPY.shownElsewhere}</p>
  )

const BudgetsRow = (): ReactNode => (
  <Row label="Budgets" help={COPY.budgetsHelp}>
    <Button onClick={() => navigate(PLACES.agents)}>{COPY.openAgents}</Button>
  </Row>
)

function PowerNow(): ReactNode {
  const power = useFleet((fleet) => fleet.power)
  return (
    <p role="status" className="flex items-start gap-2 py-3 text-12 text-ink-2">
      {power.onBattery === true ? (
        <BatteryMedium aria-hidden size={14} className="mt-px shrink-0" />
      ) : (
        <Plug aria-hidden size={14} className="mt-px shrink-0" />
      )}
      <span>{POWER_COPY.now(powerWords(power))}</span>
    </p>
  )
}

/** What is known of one; null: nothing. */
function known(
  is: boolean | null,
  words: { readonly unknown: string; readonly yes: string; readonly no: string },
): string {
  if (is === null) return words.unknown
  return is ? words.yes : words.no
}

function supplyWords({ onBattery, metered }: PowerView): string {
  const battery = known(onBattery, POWER_COPY.battery)
  const network = known(metered, POWER_COPY.network)
  if (metered === null && onBattery !== null) return POWER_COPY.onlyBattery(battery)
  if (metered !== null && onBattery === null) return POWER_COPY.onlyNetwork(network)
  return `${battery}, ${network}`
}

/** The cause of the policy is in what it begins with. */
const powerWords = (power: PowerView): string => `${supplyWords(power)}. ${POWER_COPY.policy[power.policy]}`

function Privacy(): ReactNode {
  const dataDir = useFleet((fleet) => fleet.dataDir)
  const looks = useFleet((fleet) => fleet.settings.updates !== 'off')
  return (
    <Section id="privacy" title={DATA_COPY.kept}>
      <dl>
        {DATA_COPY.privacy(looks).map(([what, text]) => (
          <div key={what} className="border-b border-line py-2.5">
            <dt className="text-13 font-medium">{what}</dt>
            <dd className="max-w-[70ch] text-12 text-ink-3">{text}</dd>
          </div>
        ))}
      </dl>
      <Row
        label={DATA_COPY.folder}
        help={
          <>
            <span className="block">{DATA_COPY.folderHelp}</span>
            <code className="selectable mt-1 block font-mono text-11 break-all">{dataDir}</code>
          </>
        }
      >
        <CopyButton text={dataDir} what={DATA_COPY.folderPath} word="Copy" />
      </Row>
    </Section>
  )
}
