import { expect, it } from 'vitest'
import { mountOf } from './mounts.ts'

const MOUNTINFO = [
  '22 27 0:21 / /proc rw,nosuid - proc proc rw',
  '27 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
  '90 27 0:50 / /mnt/share rw - nfs4 host:/export rw',
  '91 27 0:51 / /mnt/my\\040disk rw - fuse.sshfs host: rw',
  '92 90 0:52 / /mnt/share/inner rw - nfs4 host:/inner rw',
].join('\n')

it.each([
  ['/home/me/api', '/'],
  ['/mnt/share', '/mnt/share'],
  ['/mnt/share/api', '/mnt/share'],
  ['/mnt/shared/api', '/'],
  ['/mnt/my disk/api', '/mnt/my disk'],
  ['/mnt/share/inner/api', '/mnt/share/inner'],
])('%s lies on what is mounted at %s', (path, mount) => {
  expect(mountOf(path, MOUNTINFO)).toBe(mount)
})

it('a system that tells no mounts has one for each path', () => {
  expect(mountOf('/home/me/api', '')).toBe('/home/me/api')
})
