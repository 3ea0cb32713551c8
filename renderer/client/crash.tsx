import { RotateCw } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { CLIENT } from './copy.ts'
import { NotLoaded } from './later.tsx'
import { Button } from '../kit/button.tsx'
import { Empty, Well } from '../kit/parts.tsx'

/** Keeps what breaks, or could not be loaded, from taking along what stands around it. */
abstract class Boundary<P extends { children: ReactNode }> extends Component<P, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }
  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }
  protected abstract instead(error: Error): ReactNode
  override render(): ReactNode {
    return this.state.error === null ? this.props.children : this.instead(this.state.error)
  }
}

/**
 * A page that breaks, or could not be loaded, says so and leaves the rest of the window standing; on the way
 * to another page (`at`) it is forgotten. The browser keeps in mind that a file could not be read until the
 * window is loaded anew, so that is the way to try it again.
 */
export class Crash extends Boundary<{ children: ReactNode; at: string }> {
  override componentDidUpdate(before: { at: string }): void {
    if (before.at !== this.props.at && this.state.error !== null) this.setState({ error: null })
  }
  protected override instead(error: Error): ReactNode {
    const words = error instanceof NotLoaded ? CLIENT.notLoaded : CLIENT.crash
    return (
      <div className="mx-auto max-w-[720px] py-10">
        <Empty
          as="h1"
          title={words.title}
          text={words.text}
          actions={
            <>
              {!(error instanceof NotLoaded) && (
                <Button look="primary" onClick={() => this.setState({ error: null })}>
                  {CLIENT.crash.again}
                </Button>
              )}
              <Button onClick={() => location.reload()}>{CLIENT.crash.reload}</Button>
            </>
          }
        />
        <Well>{whatHappened(error)}</Well>
      </div>
    )
  }
}

/** A part beside others, which stand also where it breaks or could not be loaded. */
export class PartCrash extends Boundary<{ children: ReactNode }> {
  protected override instead(error: Error): ReactNode {
    const title = error instanceof NotLoaded ? CLIENT.notLoaded.title : CLIENT.crash.part
    return (
      <Button
        look="ghost"
        className="mb-2 max-w-full min-w-0 overflow-hidden"
        title={`${title} ${CLIENT.crash.reload}`}
        onClick={() => location.reload()}
      >
        <RotateCw className="size-4 shrink-0" aria-hidden />
        <span className="truncate">{title}</span>
      </Button>
    )
  }
}

function whatHappened(error: Error): string {
  if (error instanceof NotLoaded) return String(error.cause)
  return error.stack ?? error.message
}
