import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty, Well } from './parts.tsx'

/** A page that breaks says so and leaves the rest of the window standing; on the way to another page (`at`) it is forgotten. */
export class Crash extends Component<{ children: ReactNode; at: string }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }
  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }
  override componentDidUpdate(before: { at: string }): void {
    if (before.at !== this.props.at && this.state.error !== null) this.setState({ error: null })
  }
  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <div className="mx-auto max-w-[720px] py-10">
        <Empty
          title="This page broke." text="The scheduler is not affected; beats go on."
          actions={<><Button look="primary" onClick={() => this.setState({ error: null })}>Show the page again</Button><Button onClick={() => location.reload()}>Reload the window</Button></>}
        />
        <Well>{error.stack ?? error.message}</Well>
      </div>
    )
  }
}
