import type { Define } from '../kit/command.ts'
import { plain } from '../kit/text.ts'

export const backupCommand: Define = (command, cx) =>
  command
    .description('a checked copy of the history, now; it lies in the folder "backups" of the data folder')
    .action(async () => {
      const { client } = await cx.session()
      const { name, bytes } = await client.backups.make()
      cx.out.line(`${plain(name)}: ${bytes} bytes, checked.`)
    })
