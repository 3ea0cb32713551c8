import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button } from '../../kit/button.tsx'
import { Row } from '../../kit/field.tsx'
import { ABOUT_COPY as COPY } from '../copy.ts'
import { Section } from '../parts.tsx'
import { TextDialog } from './text-dialog.tsx'

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
  return (
    <Section id="about" title={COPY.about}>
      <Row label={COPY.licences} help={COPY.licencesHelp}>
        <Button onClick={() => setOpen(true)}>{COPY.showLicences}</Button>
      </Row>
      <TextDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={COPY.licences}
        description={COPY.licencesHelp}
        text={notices}
        failed={COPY.licencesFailed}
      />
    </Section>
  )
}

async function readNotices(): Promise<string> {
  const answer = await fetch(FILE)
  if (!answer.ok) throw new Error(`${FILE}: ${answer.status}`)
  return answer.text()
}
