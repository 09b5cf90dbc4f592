import { expect, it } from 'vitest'
import { placeIn, placeOf } from './place.ts'

it.each([
  ['/home/mara/Documents/lease.pdf', 'Home › Documents'],
  ['/home/mara/lease.pdf', 'Home'],
  ['/mnt/disk/lease.pdf', 'mnt › disk'],
  ['/lease.pdf', ''],
])('%s lies in %j', (file, place) => {
  expect(placeOf(file, '/home/mara')).toBe(place)
})

it.each([
  ['of the folder', '/home/mara/documents/lease.pdf', 'documents'],
  ['below it', '/home/mara/documents/Travel/Japan/tickets.pdf', 'documents › Travel › Japan'],
  ['of the inner one of two', '/home/mara/documents/House/Bills/gas.pdf', 'House › Bills'],
  ['beside it', '/home/mara/documents2/lease.pdf', 'Home › documents2'],
])('from a granted folder on, a file %s lies where its owner looks for it', (_, file, place) => {
  const folders = ['/home/mara/documents', '/home/mara/documents/House']
  expect(placeIn(file, folders, '/home/mara')).toBe(place)
})
