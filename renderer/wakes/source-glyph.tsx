import {
  Bell,
  Bot,
  Boxes,
  CalendarClock,
  CircleUser,
  FileText,
  GitBranch,
  GitCommitHorizontal,
  HeartPulse,
  Inbox,
  Laptop,
  LogIn,
  RotateCcw,
  Send,
  SquareTerminal,
  Terminal,
  Timer,
  Webhook,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { WakeReason } from '../../shared/queue/queue.ts'
import type { EventSource } from '../../shared/events/system-event.ts'

const SOURCE: Record<EventSource, LucideIcon> = {
  git: GitBranch,
  playbook: FileText,
  command: SquareTerminal,
  hook: GitCommitHorizontal,
  cli: Terminal,
  inbox: Inbox,
  job: CalendarClock,
  webhook: Webhook,
  system: Laptop,
  runner: Bot,
  delivery: Send,
  session: LogIn,
  app: Boxes,
}
const REASON: Record<WakeReason, LucideIcon> = {
  manual: CircleUser,
  urgent: Zap,
  command: SquareTerminal,
  job: CalendarClock,
  webhook: Webhook,
  hook: GitCommitHorizontal,
  event: Bell,
  inbox: Inbox,
  playbook: FileText,
  git: GitBranch,
  added: HeartPulse,
  recovery: RotateCcw,
  'catch-up': Timer,
  interval: Timer,
}

/** Beside its word, never alone. */
export function SourceGlyph({ source, size = 15 }: { source: EventSource; size?: number }): ReactNode {
  const Icon = SOURCE[source]
  return <Icon aria-hidden size={size} className="shrink-0 text-ink-3" />
}
export function ReasonGlyph({ reason, size = 15 }: { reason: WakeReason; size?: number }): ReactNode {
  const Icon = REASON[reason]
  return <Icon aria-hidden size={size} className="shrink-0 text-accent" />
}
