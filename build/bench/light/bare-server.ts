import http from 'node:http'
import { loadDriver } from '../../../electron/store/connection/driver.ts'

/** What `bench:light` compares the socket with: each request is one row, committed before it is answered. */
const [socket, file] = process.argv.slice(2)
const db = loadDriver().open(file!)
db.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)',
)
const insert = db.prepare('INSERT INTO rows (text) VALUES (?)')
http
  .createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.once('end', () => {
      insert.run((JSON.parse(text) as { text: string }).text)
      response.end('{}')
    })
  })
  .listen(socket, () => console.log('listens'))
// It would be closed under its statement, once nothing names it any more.
process.once('exit', () => db.close())
