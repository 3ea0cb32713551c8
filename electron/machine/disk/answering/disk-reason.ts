import { messageOf } from '../../../../shared/base/error-message.ts'

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the system allows no file of this size',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EIO: 'the disk reported an error',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  ELOOP: 'links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the path is too long',
}

/** Why a file could not be read or written, to follow its path and a colon. `special`: words by error code. */
export const diskReason = (error: unknown, special: Readonly<Record<string, string>> = {}): string => {
  const code = codeOf(error) ?? ''
  return special[code] ?? WORDS[code] ?? messageOf(error)
}

export const codeOf = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException | undefined)?.code
