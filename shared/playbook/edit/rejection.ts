import { err, type Result } from '../../base/result.ts'
import type { HeartbeatDoc } from '../model.ts'

export type EditRejection =
  | 'no_such_task'
  | 'no_such_flag'
  | 'no_such_work'
  | 'duplicate_task'
  | 'unusable_text'
  | 'illegal_move'
  | 'queue_disabled'
  | 'no_tiers'
  | 'conflicted'

/**
 * Written for whoever asked, model or person: it names the thing and what would do. The document is
 * unchanged.
 */
export interface EditRejected {
  readonly code: EditRejection
  readonly message: string
}

export type Edited = Result<HeartbeatDoc, EditRejected>

export const reject = (
  code: EditRejection,
  message: string,
): { readonly ok: false; readonly error: EditRejected } => err({ code, message })
