import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { messageOf } from '../../client/attempt.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Row } from '../../kit/field.tsx'
import { Skeleton } from '../../kit/parts.tsx'
import { ABOUT_COPY as COPY } from '../copy.ts'
import { Section } from '../parts.tsx'

/** Made with the bundle, beside the page. */
const FILE = 'THIRD-PARTY.txt'

/** Whose work Threadbeat is made from, with the text of each licence. */
export function About(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const notices = useQuery({
    queryKey: ['notices'],
    queryFn: readNotices,
    enabled: isOpen,
    staleTime: Infinity,
  })
  const close = (): void => setOpen(false)
  return (
    <Section id="about" title={COPY.about}>
      <Row label={COPY.licences} help={COPY.licencesHelp}>
        <Button onClick={() => setOpen(true)}>{COPY.showLicences}</Button>
      </Row>
      <Dialog
        open={isOpen}
        onClose={close}
        title={COPY.licences}
        description={COPY.licencesHelp}
        width={720}
        isText
        footer={<Button onClick={close}>Close</Button>}
      >
        {notices.isError && (
          <p role="alert" className="text-12 text-urgent">
            {COPY.licencesFailed(messageOf(notices.error))}
          </p>
        )}
        {notices.data === undefined && !notices.isError && <Skeleton rows={8} height={20} />}
        {notices.data !== undefined && (
          <pre className="selectable rounded-control bg-sunken p-3 font-mono text-11 break-words whitespace-pre-wrap text-ink">
            {notices.data}
          </pre>
        )}
      </Dialog>
    </Section>
  )
}

async function readNotices(): Promise<string> {
  const answer = await fetch(FILE)
  if (!answer.ok) throw new Error(`${FILE}: ${answer.status}`)
  return answer.text()
}
