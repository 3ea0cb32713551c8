import type { ReactNode } from 'react'
import { useSurroundings } from '../../kit/surroundings.ts'
import { AgentText } from '../../kit/text/agent-text.tsx'
import { Button } from '../../kit/button.tsx'
import { confirm } from '../../kit/dialog/confirm.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { EDITOR } from '../copy.ts'

/**
 * As paragraphs, lists and code. It is text to the end: no HTML, no pictures; a link asks with its whole
 * address before it opens.
 */
export function Preview({ text, onClose }: { text: string; onClose: () => void }): ReactNode {
  const { openLink } = useSurroundings()
  const ask = async (url: string): Promise<void> => {
    const yes = await confirm({
      title: EDITOR.link(new URL(url).host),
      yes: EDITOR.linkYes,
      text: (
        <>
          <p>{EDITOR.linkText}</p>
          <p className="mt-2 font-mono text-12 break-all">{url}</p>
        </>
      ),
    })
    if (yes) openLink(url)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={760}
      title={EDITOR.preview}
      isText
      footer={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div
        onClickCapture={(event) => {
          const url = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : null
          if (url == null) return
          event.preventDefault()
          event.stopPropagation()
          void ask(url)
        }}
      >
        <AgentText
          text={text.replace(/^(\s*[-*+] )\[ \] /gm, '$1☐ ').replace(/^(\s*[-*+] )\[[xX]\] /gm, '$1☑ ')}
        />
      </div>
    </Dialog>
  )
}
