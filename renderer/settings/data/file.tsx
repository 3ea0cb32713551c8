import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { SettingsGeneration } from '../../../shared/contract/app.ts'
import { SETTING_ROWS } from '../../../shared/settings/setting-rows.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Row } from '../../kit/field.tsx'
import { HEALTH_COPY as COPY } from '../copy.ts'
import { fullTime } from '../../kit/time.ts'
import { Section } from '../parts.tsx'
import type { SettingInfo } from '../setting-info.ts'

/** settings.json and what it said before. */
export function File({ info: { file } }: { info: SettingInfo }): ReactNode {
  const { api, client } = useBridge()
  const [shown, setShown] = useState<SettingsGeneration | null>(null)
  const generations = useQuery(api.settings.generations.queryOptions({ staleTime: 0 }))
  return (
    <Section id="file" title={COPY.file}>
      <Row
        label={COPY.file}
        help={
          <>
            <span className="block">{COPY.fileHelp}</span>
            <code className="selectable mt-1 block font-mono text-11 break-all">{file?.path}</code>
            {file !== undefined && file.unknown.length > 0 && (
              <span className="block">{COPY.unknown(file.unknown.join(', '))}</span>
            )}
          </>
        }
        error={file?.problem ?? null}
      >
        <Button onClick={() => void attempt(client.settings.openFile())}>{COPY.openFile}</Button>
      </Row>
      <div className="py-3">
        <p className="text-13 font-medium">{COPY.older}</p>
        {generations.data?.length === 0 && <p className="text-12 text-ink-3">{COPY.noOlder}</p>}
        <ul aria-label={COPY.older} className="mt-1">
          {generations.data?.map((g) => (
            <li key={g.id} aria-label={fullTime(g.at)} className="flex items-center gap-3 py-1 text-12">
              <span className="w-52 shrink-0 font-medium tabular-nums">{fullTime(g.at)}</span>
              <span className="min-w-0 flex-1 truncate text-ink-3">
                {g.changes.length === 0 ? COPY.sameAsNow : COPY.differences(g.changes.length)},{' '}
                {COPY.by[g.by].toLowerCase()}
              </span>
              <Button size="s" aria-label={COPY.show(fullTime(g.at))} onClick={() => setShown(g)}>
                Show…
              </Button>
            </li>
          ))}
        </ul>
      </div>
      {shown !== null && <RestoreDialog shown={shown} onClose={() => setShown(null)} />}
    </Section>
  )
}

function RestoreDialog({ shown, onClose }: { shown: SettingsGeneration; onClose: () => void }): ReactNode {
  const { client } = useBridge()
  const restore = async (): Promise<void> => {
    if ((await attempt(client.settings.restore({ id: shown.id }), COPY.restored)) !== null) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={COPY.of(fullTime(shown.at))}
      description={COPY.restoreHelp}
      isText
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={() => void restore()}>
            {COPY.restoreThese}
          </Button>
        </>
      }
    >
      <Changes of={shown} />
    </Dialog>
  )
}

function Changes({ of: { changes } }: { of: SettingsGeneration }): ReactNode {
  if (changes.length === 0) return <p className="text-13 text-ink-2">{COPY.sameAsNow}.</p>
  return (
    <table className="w-full text-12">
      <thead>
        <tr className="text-left text-ink-3">
          <th className="py-1 font-medium">Setting</th>
          <th className="font-medium">Now</th>
          <th className="font-medium">Then</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((c) => (
          <tr key={c.key} className="border-t border-line align-top">
            <td className="py-1.5 pr-3">{SETTING_ROWS.find((r) => r.key === c.key)?.label ?? c.key}</td>
            <td className="py-1.5 pr-3 font-mono break-all text-ink-2">{c.now ?? COPY.builtIn}</td>
            <td className="py-1.5 font-mono break-all">{c.then ?? COPY.builtIn}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
