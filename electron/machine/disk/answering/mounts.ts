/**
 * Where the file system that holds `path` is mounted, by the text of /proc/self/mountinfo (proc_pid_mountinfo):
 * its fifth field, in which spaces and the like are written as octal numbers. `path` itself where none holds
 * it.
 */
export function mountOf(path: string, mountinfo: string): string {
  let longest = ''
  for (const line of mountinfo.split('\n')) {
    const point = decoded(line.split(' ')[4] ?? '')
    const isAbove = point === '/' || path === point || path.startsWith(`${point}/`)
    if (point !== '' && isAbove && point.length >= longest.length) longest = point
  }
  return longest === '' ? path : longest
}

const decoded = (field: string): string =>
  field.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
