import { useState, type ReactNode } from 'react'
import type { BackupView } from '../../../shared/contract/archive.ts'
import { attempt, messageOf } from '../../client/attempt.ts'
import { bytes } from '../../kit/text/amounts.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { confirm } from '../../kit/dialog/confirm.ts'
import { Row } from '../../kit/field.tsx'
import { Skeleton } from '../../kit/parts.tsx'
import { AuthorityList } from './authority-list.tsx'
import { DATA_COPY as COPY } from './data-copy.ts'
import { fullTime } from '../../kit/time.ts'
import { Section } from '../parts.tsx'
import { useBackups } from './use-backups.ts'

export function Backups(): ReactNode {
  const { client } = useBridge()
  const { query, refresh } = useBackups()
  const [making, setMaking] = useState(false)
  const make = async (): Promise<void> => {
    setMaking(true)
    const made = await attempt(client.backups.make())
    setMaking(false)
    if (made !== null) await attempt(Promise.resolve(), COPY.backedUp(bytes(made.bytes)))
    refresh()
  }
  return (
    <Section id="backups" title={COPY.backups}>
      <Row label={COPY.backUpNow} help={COPY.backupsHelp} error={query.data?.problem ?? null}>
        <Button disabled={making} onClick={() => void make()}>
          {making ? COPY.backingUp : COPY.backUpNow}
        </Button>
      </Row>
      <BackupList query={query} refresh={refresh} />
    </Section>
  )
}

/** A list that could not be read again is not shown as it was: what it names may be gone. */
function BackupList({ query, refresh }: ReturnType<typeof useBackups>): ReactNode {
  const { client } = useBridge()
  const restore = async (backup: BackupView): Promise<void> => {
    const { name } = backup
    const plan = await attempt(client.backups.plan({ name }))
    if (plan === null) return
    const { differs, hash } = plan
    const yes = await confirm({
      title: COPY.restoreTitle(fullTime(backup.at)),
      yes: COPY.restoreYes,
      danger: true,
      text: (
        <>
          <p>{COPY.restoreText}</p>
          {differs.length > 0 && <p className="mt-2">{COPY.restoreDiffers}</p>}
          <AuthorityList label={COPY.restoreDiffers} authorities={differs} />
        </>
      ),
    })
    if (yes) await attempt(client.backups.restore({ name, hash, confirmed: true })).then(refresh)
  }
  if (query.isError)
    return (
      <p role="alert" className="py-3 text-12 text-urgent">
        {COPY.backupsFailed(messageOf(query.error))}
      </p>
    )
  if (query.data === undefined) return <Skeleton rows={2} height={36} />
  if (query.data.backups.length === 0) return <p className="py-3 text-12 text-ink-3">{COPY.noBackups}</p>
  return (
    <ul aria-label={COPY.backups} className="py-1">
      {query.data.backups.map((backup) => (
        <BackupLine key={backup.name} backup={backup} onRestore={() => void restore(backup)} />
      ))}
    </ul>
  )
}

function BackupLine({ backup, onRestore }: { backup: BackupView; onRestore: () => void }): ReactNode {
  return (
    <li aria-label={fullTime(backup.at)} className="flex items-center gap-3 py-1 text-12">
      <span className="w-52 shrink-0 font-medium tabular-nums">{fullTime(backup.at)}</span>
      <span className="min-w-0 flex-1 truncate text-ink-3">{COPY.why[backup.why] ?? backup.why}</span>
      <span className="w-16 shrink-0 text-right text-ink-2 tabular-nums">{bytes(backup.bytes)}</span>
      <span className="w-24 shrink-0">
        <Verified is={backup.verified} />
      </span>
      <Button
        size="s"
        disabled={backup.verified === false}
        aria-label={COPY.restoreOf(fullTime(backup.at))}
        onClick={onRestore}
      >
        {COPY.restore}
      </Button>
    </li>
  )
}

/** null: nobody has looked. */
function Verified({ is }: { is: boolean | null }): ReactNode {
  if (is === null) return <Chip tone="neutral">{COPY.notVerified}</Chip>
  return is ? <Chip tone="quiet">{COPY.verified}</Chip> : <Chip tone="urgent">{COPY.damaged}</Chip>
}
