import { create } from 'zustand'
import type { ThreadId } from '../../shared/base/ids.ts'

/** What a command asks in a dialog before it is done; the page that lists the threads shows it. */
interface Asking {
  /** Which tier to beat, and with which note. null: not asked. */
  readonly tierOf: ThreadId | null
  /** Whose tags are changed; null: nobody's. */
  readonly tagsOf: readonly ThreadId[] | null
  /** Whose commands are to be approved, in a sheet over the whole window; null: nobody's. */
  readonly approvalOf: ThreadId | null
  askTier(id: ThreadId | null): void
  askTags(ids: readonly ThreadId[] | null): void
  askApproval(id: ThreadId | null): void
}

export const useAsking = create<Asking>((set) => ({
  tierOf: null,
  tagsOf: null,
  approvalOf: null,
  askTier: (tierOf) => set({ tierOf }),
  askTags: (tagsOf) => set({ tagsOf }),
  askApproval: (approvalOf) => set({ approvalOf }),
}))
