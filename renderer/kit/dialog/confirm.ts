import type { ReactNode } from 'react'
import { create } from 'zustand'

interface Question {
  readonly title: string
  readonly text: ReactNode
  readonly yes: string
  readonly no?: string
  readonly danger?: boolean
}
export const useQuestion = create<{ question: Question | null; answer: (yes: boolean) => void }>(() => ({
  question: null,
  answer: () => undefined,
}))

/** Asks in a dialog; false also for Escape. The safe answer has the focus. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) =>
    useQuestion.setState({
      question,
      answer: (yes) => {
        useQuestion.setState({ question: null })
        resolve(yes)
      },
    }),
  )
