import { setLocale } from '../formats.ts'

// Every test reads the same words, whatever the machine speaks.
setLocale('en-GB')
