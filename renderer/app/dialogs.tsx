import type { ReactNode } from 'react'
import { later, Opened } from '../client/later.tsx'
import { useUi } from '../client/ui-state.ts'
import { useQuestion } from '../kit/dialog/confirm.ts'
import { AskedApproval } from '../parts/approval/asked-approval.tsx'

const AddRepositories = later(async () => (await import('./add-repositories.tsx')).AddRepositories)
const Shortcuts = later(async () => (await import('./shortcuts.tsx')).Shortcuts)
const Palette = later(async () => (await import('../palette/palette.tsx')).Palette)
const FindEverywhere = later(
  async () => (await import('../playbook/sheets/find-everywhere.tsx')).FindEverywhere,
)
const ConfirmHost = later(async () => (await import('../kit/dialog/dialog.tsx')).ConfirmHost)

/** The dialogs that open from every page. */
export function Dialogs(): ReactNode {
  const isAdding = useUi((s) => s.adding.open)
  const shortcuts = useUi((s) => s.shortcuts)
  const finding = useUi((s) => s.finding)
  const palette = useUi((s) => s.palette)
  const { question, answer } = useQuestion()
  const { closeAdding, showShortcuts, showFinding, showPalette } = useUi.getState()
  return (
    <>
      <Opened part={AddRepositories} isOpen={isAdding} close={closeAdding}>
        <AddRepositories />
      </Opened>
      <Opened part={Shortcuts} isOpen={shortcuts} close={() => showShortcuts(false)}>
        <Shortcuts />
      </Opened>
      <Opened part={FindEverywhere} isOpen={finding} close={() => showFinding(false)}>
        <FindEverywhere />
      </Opened>
      <Opened part={Palette} isOpen={palette} close={() => showPalette(false)}>
        <Palette />
      </Opened>
      <AskedApproval />
      <Opened part={ConfirmHost} isOpen={question !== null} close={() => answer(false)}>
        <ConfirmHost />
      </Opened>
    </>
  )
}
