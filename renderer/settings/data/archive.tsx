import { useState, type ReactNode } from 'react'
import { toast } from '../../kit/shown/toast.ts'
import type { ImportPlan } from '../../../shared/contract/archive.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { attempt } from '../../client/attempt.ts'
import { bytes } from '../../kit/text/amounts.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Row } from '../../kit/field.tsx'
import { Checkbox } from '../../kit/fields/checkbox.tsx'
import { DATA_COPY as COPY } from './data-copy.ts'
import { ImportDialog } from './import-dialog.tsx'
import { Section } from '../parts.tsx'

interface ArchiveWork {
  readonly busy: 'export' | 'import' | null
  readonly exportAll: () => Promise<void>
  readonly look: () => Promise<void>
  /** What an archive that was looked at would bring. null: none was. */
  readonly plan: { readonly path: string; readonly plan: ImportPlan } | null
  readonly forget: () => void
}
function useArchive(withSecrets: boolean, onFound: () => void): ArchiveWork {
  const { client } = useBridge()
  const [busy, setBusy] = useState<'export' | 'import' | null>(null)
  const [plan, setPlan] = useState<ArchiveWork['plan']>(null)
  const exportAll = async (): Promise<void> => {
    const chosen = await attempt(client.data.choose({ what: 'save' }))
    if (chosen?.path == null) return
    setBusy('export')
    // The system's dialog has asked about a file that stands there.
    const done = await attempt(
      client.data.exportTo({ path: chosen.path, withSecrets, force: true, confirmed: true }),
    )
    setBusy(null)
    if (done === null) return
    toast(COPY.exported(plural(done.threads, 'thread'), plural(done.runs, 'run'), bytes(done.bytes)), {
      description: [
        done.leftOut.length > 0 ? COPY.leftOut(plural(done.leftOut.length, 'secret')) : '',
        ...done.missed,
      ]
        .filter(Boolean)
        .join(' '),
      duration: 8000,
    })
  }
  const look = async (): Promise<void> => {
    const chosen = await attempt(client.data.choose({ what: 'open' }))
    if (chosen?.path == null) return
    setBusy('import')
    const found = await attempt(client.data.importPlan({ path: chosen.path }))
    setBusy(null)
    if (found === null) return
    onFound()
    setPlan({ path: chosen.path, plan: found })
  }
  return { busy, exportAll, look, plan, forget: () => setPlan(null) }
}

/** Everything as one file, out and in. */
export function Archive(): ReactNode {
  const [withSecrets, setWithSecrets] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const work = useArchive(withSecrets, () => setMoving(false))
  const { busy, exportAll, look, plan, forget } = work
  return (
    <Section id="archive" title={COPY.archive}>
      <Row label={COPY.export} help={COPY.exportHelp}>
        <Button disabled={busy !== null} onClick={() => void exportAll()}>
          {busy === 'export' ? COPY.exporting : COPY.exportButton}
        </Button>
        <span className="flex h-6 items-center gap-2 text-12 text-ink-2">
          <Checkbox label={COPY.withSecrets} checked={withSecrets} onChange={setWithSecrets} />
          <span aria-hidden>{COPY.withSecrets}</span>
        </span>
      </Row>
      <Row label={COPY.import} help={COPY.importHelp}>
        <Button disabled={busy !== null} onClick={() => void look()}>
          {busy === 'import' ? COPY.reading : COPY.importButton}
        </Button>
      </Row>
      <Row label={COPY.move} help={COPY.moveHelp}>
        <Button onClick={() => setMoving(true)}>{COPY.moveButton}</Button>
      </Row>
      <MoveDialog open={isMoving} work={work} onClose={() => setMoving(false)} />
      {plan !== null && <ImportDialog path={plan.path} first={plan.plan} onClose={forget} />}
    </Section>
  )
}

function MoveDialog({
  open,
  work: { busy, exportAll, look },
  onClose,
}: {
  open: boolean
  work: ArchiveWork
  onClose: () => void
}): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title={COPY.move} footer={<Button onClick={onClose}>Close</Button>}>
      <ol className="flex flex-col">
        {COPY.moveSteps.map(([title, text], i) => (
          <li key={title} className="flex items-start gap-3 border-b border-line py-3 last:border-b-0">
            <span
              aria-hidden
              className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-tint text-12 font-semibold text-accent"
            >
              {i + 1}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block text-13 font-medium">{title}</span>
              <span className="block text-12 text-ink-3">{text}</span>
            </span>
            {i === 0 && (
              <Button size="s" disabled={busy !== null} onClick={() => void exportAll()}>
                {busy === 'export' ? COPY.exporting : COPY.exportButton}
              </Button>
            )}
            {i === 2 && (
              <Button size="s" disabled={busy !== null} onClick={() => void look()}>
                {busy === 'import' ? COPY.reading : COPY.importButton}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
