import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { writeWholeFile } from '../../disk/whole-file.ts'
import { COMMAND_VARIABLE, FOUND_VARIABLE } from '../../process/own-command.ts'
import { quoted } from './text.ts'

/** An AppImage that runs now. */
interface AppImage {
  readonly image: string // the file that a person has
  readonly execPath: string // in the mount of this start, which is gone after it
  readonly script: string // the bundle of the command line, there too
}

/**
 * What starts the command line of an AppImage from outside: `bin/threadbeat` of the data folder, written anew at each
 * start, so that hooks, launchers and agents have a path that stays while the mount and the image move. While the app
 * runs its mount serves; otherwise the image is mounted for as long as the command takes. Throws what the system says
 * when it cannot be written.
 */
export function keepAppImageCommand(dataDir: string, app: AppImage): string {
  const file = path.join(dataDir, 'bin', 'threadbeat')
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  writeWholeFile(file, commandText(file, app), { mode: 0o755 })
  return file
}

function commandText(file: string, { image, execPath, script }: AppImage): string {
  const mount = path.dirname(execPath)
  const within = (inside: string): string => quoted(`/${path.relative(mount, inside)}`)
  return `#!/bin/sh
# Threadbeat writes this file at each start.
image=${quoted(image)}
mount=${quoted(mount)}
export ${COMMAND_VARIABLE}=${quoted(file)}
export ${FOUND_VARIABLE}="\${ELECTRON_RUN_AS_NODE-}"
if [ ! -x "$mount"${within(execPath)} ]; then
  answers=$(mktemp -d) || exit 1
  mkfifo "$answers/mount" || exit 1
  "$image" --appimage-mount > "$answers/mount" &
  trap 'kill $! 2>/dev/null; wait $! 2>/dev/null; rm -rf "$answers"' EXIT
  read -r mount < "$answers/mount" || exit 1
  ELECTRON_RUN_AS_NODE=1 "$mount"${within(execPath)} "$mount"${within(script)} "$@"
  exit
fi
ELECTRON_RUN_AS_NODE=1 exec "$mount"${within(execPath)} "$mount"${within(script)} "$@"
`
}
