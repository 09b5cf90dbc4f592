import { expect, it } from 'vitest'
import { asksAboutOwner } from './own-words.ts'

it.each([
  'What is my blood type?',
  'Where did I leave the keys?',
  'Wie heisst meine Bank?',
  'Quel est mon numéro ?',
  '¿Dónde están mis llaves?',
  'Have we paid?',
])('knows a question about the asker: %s', (question) => expect(asksAboutOwner(question)).toBe(true))

it.each([
  'Hello!',
  'Tell me a joke',
  'How do I boil an egg?',
  'Can you help me?',
  'My name is Ada.',
  'Who are you?',
  'What does “my lady” mean?',
  'What is myopia?',
])('leaves alone: %s', (question) => expect(asksAboutOwner(question)).toBe(false))
