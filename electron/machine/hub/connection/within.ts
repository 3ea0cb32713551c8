/** What the work answers, or why it was not waited for any longer; the work itself goes on. */
export async function within<T>(
  work: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<T | 'late' | 'stopped'> {
  let timer: NodeJS.Timeout | undefined
  let stop = (): void => undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms)
  })
  const stopped = new Promise<'stopped'>((resolve) => {
    stop = () => resolve('stopped')
    if (signal?.aborted === true) stop()
    signal?.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([work, late, stopped])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
