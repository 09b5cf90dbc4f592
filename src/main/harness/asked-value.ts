/** What kind of value a question asks for, as far as its words say so, and whether a text holds one. Code, no model. */
import { fold } from '../../shared/fold.ts'

/** `figure`: a number, amount, code or measure; `moment`: a day or a time. */
export type AskedValue = 'figure' | 'moment'

/** Folded. What people ask figures with: in English and German, the plainest words in others. */
const figureWords =
  /(?<![\p{L}\p{N}])(?:how (?:much|many|old|long|far|high|tall|big|thick|wide|deep|heavy|large|small|fast)|numbers?|no\.?(?=\s*(?:$|\?|of|for))|nr|phone|telephone|mobile|cell|extension|code|pin|iban|price|cost|costs|fee|fees|rent|amount|deposit|percentage|serial|wie ?viele?|wie (?:alt|lang|hoch|weit|teuer|gross)|\p{L}*nummer|preis|kosten|kostet|combien (?:de|coute|coutent|ca|on|il|ils|elle)|quanto (?:custa|custam|costa|costano|pago|tenho)|quant[oa]s|cuanto (?:cuesta|cuestan|es|vale)|cuant[oa]s|hoeveel|hur mycket|ile kosztuje|kiek kainuoja|numero d[eo]|how (?:do|can) (?:i|we) (?:reach|contact|call|ring)|(?:need|want|have) to (?:call|ring|phone|reach))(?![\p{L}\p{N}])/u
const momentWords =
  /(?<![\p{L}\p{N}])(?:whens?|(?:what|which) (?:date|day|time|hour|year|month|week)|what is the date|until when|since when|(?:date|day|time) (?:of|for) (?:the|my|our|his|her|their)|date(?=(?: (?:pls|please|again))?[\s?.!]*$)|quand|a quelle heure|quando|a que horas|(?:em )?que dia|cuando|wanneer|kiedy|wann|bis wann|seit wann|welche[snr]? (?:tag|datum|jahr)|um wie ?viel uhr)(?![\p{L}\p{N}])/u

const numberWords =
  /(?<![\p{L}])(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|half|quarter|dozen|once|twice|eins?|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf)(?![\p{L}])/u
const momentNames =
  /(?<![\p{L}])(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<![\p{L}])(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|spring|summer|autumn|winter|easter|christmas|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|marz|mai|juni|juli|oktober|dezember|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|fevrier|mars|avril|juin|juillet|aout|septembre|octobre|novembre|decembre|heute|morgen|gestern|today|tomorrow|yesterday|noon|midnight|morning|evening)(?![\p{L}])/u

const everyMomentName = new RegExp(momentNames.source, 'gu')

/** Whether a folded word of a question says only what kind of value is asked for. */
export const isKindOfValue = (word: string): boolean =>
  /^(?:numbers?|no|nr|phone|telephone|mobile|cell|price|costs?|fees?|amount|nummer|telefonnummer|preis|kosten|kostet|date|day|time|year)$/.test(
    word,
  )

/** Folded. Not "Ilse's ring", nor "the call with Ilse". */
const callsSomebody = /(?<!\p{L})(?:i|we|to) (?:call|ring|dial)(?!\p{L})/u
const callWords = /^(?:call|ring|dial)$/

/** `isKindOfValue` for the words of this question: to call somebody is to want a number. */
export function kindsOfValue(question: string): (word: string) => boolean {
  const calls = callsSomebody.test(fold(question))
  return (word) => isKindOfValue(word) || (calls && callWords.test(word))
}

/** "What does the firm want for it", "what do they charge an hour". Folded. */
const asksPriceBy =
  /(?<!\p{L})what(?:s| do| does| did| will| would) .{1,80} (?:charge|(?:want|ask|take) for (?:it|that|this|them|each|one))(?!\p{L})/u

/** Null when the words do not say. */
export function askedValue(question: string): AskedValue | null {
  const asked = fold(question)
  if (figureWords.test(asked) || asksPriceBy.test(asked)) return 'figure'
  return momentWords.test(asked) ? 'moment' : null
}

/** The day that stands before a line of the log is no figure that anybody asks for. */
const isoDays = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g

const monthNames =
  'january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|marz|mai|juni|juli|oktober|dezember|janvier|fevrier|mars|avril|juin|juillet|aout|septembre|octobre|novembre|decembre|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro'
/** "Setembro de 2025", "10 May 2027"; the 1450 of "January 1450 kWh" is no year. Folded. */
const monthsOfYear = new RegExp(
  String.raw`(?<!\p{N})(?:\p{N}{1,2}(?:st|nd|rd|th)?\.? (?:of |de )?)?(?<!\p{L})(?:${monthNames}),? (?:de )?(?:19|20)\p{N}{2}(?!\p{N})`,
  'gu',
)
/** "Born on 12 May 1987" says how old. Folded. */
const saysSince =
  /(?<!\p{L})(?:born|birth\p{L}*|built|geb(?:oren|urt\p{L}*)?|baujahr|nee? (?:le|en)|naissance|nascid[oa]|nascimento)(?!\p{L})/u
/** A text without the days in it: "how many" and "what number" ask for none. */
function withoutDays(text: string): string {
  const plain = fold(text.replace(isoDays, ' '))
  return saysSince.test(plain) ? plain : plain.replace(monthsOfYear, ' ')
}

/** Whether a text can hold the value: one without a figure cannot say how much. */
export function holdsValue(given: string, value: AskedValue | null): boolean {
  const text = value === 'figure' ? withoutDays(given) : given
  if (value === null || /\p{N}/u.test(text)) return true
  return (value === 'figure' ? numberWords : momentNames).test(fold(text))
}

/** Numbers and codes, folded. */
export const figuresIn = (text: string): readonly string[] =>
  fold(text).match(/[\p{L}\p{N}]*\p{N}[\p{L}\p{N}]*/gu) ?? []

/** Whether an answer gives a value that the question did not bring itself: "F75" asked and "F75" answered says nothing. */
export function givesValue(answer: string, question: string, value: AskedValue | null): boolean {
  if (value === null) return true
  const asked = new Set(figuresIn(question))
  const plain = value === 'figure' ? withoutDays(answer) : answer
  const said = figuresIn(plain)
  if (said.some((figure) => !asked.has(figure))) return true
  if (value === 'moment') {
    const named = fold(answer).match(everyMomentName) ?? []
    // The winter of "winter tyres" was brought by the question.
    return said.length === 0 && named.some((name) => !fold(question).includes(name))
  }
  const word = numberWords.exec(fold(answer))?.[0]
  return (
    word !== undefined &&
    !fold(question)
      .split(/[^\p{L}]+/u)
      .includes(word)
  )
}

/** Folded. */
const asksForPlace =
  /^\s*(?:(?:and|so|but|hey|ok|please|tell me|do you know)[\s,]+)*(?:wheres?|where(?: did| is| are| was| were| do| have| has| can)|wo(?:hin)?|ou est|onde|donde|dove)(?!\p{L})/u
/** What a place is said with. Folded. */
const placeWords =
  /(?<!\p{L})(?:in|at|on|under|beneath|below|above|over|behind|beside|between|near|next|inside|outside|by|with|to|into|from|upstairs|downstairs|level|floor|street|road|room|garage|cellar|drawer|shelf|im|am|auf|unter|uber|hinter|neben|zwischen|bei|beim|zum|zur|nach|dans|sur|sous|chez|au|a|en|em|no|na|nos|nas|sob|nel|nella|sul|su)(?!\p{L})|[、に]|\p{N}/u

/** Folded. */
const asksForDay =
  /(?<!\p{L})(?:(?:what|which) (?:exact )?date|dates? of|(?:what|which) day of the month|on (?:what|which) (?:day|date)|when exactly|exact(?:ly)? when|welche[sm]? datum|an welchem tag|datum de[rs])(?!\p{L})/u
/** `12 March`, `March 12`, `12.3.`, `2027-03-12`, `12月3日`, `Tuesday`; a month or year alone is none. Folded. */
const dayOfMonth =
  /(?<!\p{N})(?:[12]?\p{N}|3[01])(?:st|nd|rd|th)?\.? (?:of |de )?\p{L}{3,}|\p{L}{3,}\.? (?:[12]?\p{N}|3[01])(?:st|nd|rd|th)?(?!\p{N})|\p{N}{1,4}[./-]\p{N}{1,2}[./-](?:\p{N}{1,4})?|\p{N}月\p{N}|(?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<!\p{L})(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|heute|morgen|gestern|today|tomorrow|yesterday)(?!\p{L})/u

/** False when a date is asked for and the answer says only the month or the year, or a place and the answer says none. */
export function givesAll(answer: string, question: string): boolean {
  const asked = fold(question)
  if (asksForPlace.test(asked)) return placeWords.test(fold(answer)) || /[\p{L}\p{N}], \p{Lu}/u.test(answer)
  return !asksForDay.test(asked) || dayOfMonth.test(fold(answer))
}

const asksForNumber =
  /(?<![\p{L}])(?:numbers?|no|nr|phone|mobile|cell|telephone|tel|nummer|telefonnummer)(?![\p{L}])/u
const digitRun = /\p{N}(?:[\p{N} ()/-]*\p{N})?/gu
/** So many digits are a number that something is known or reached by, not an amount. */
const longDigits = 6
/** The digits of each such number in a text; days do not count. */
export const longNumbersIn = (text: string): readonly string[] =>
  (text.replace(isoDays, ' ').match(digitRun) ?? [])
    .map((run) => run.replace(/\P{N}/gu, ''))
    .filter(({ length }) => length >= longDigits)
const hasLongNumber = (text: string) => longNumbersIn(text).length > 0

const asksForPhone =
  /(?<!\p{L})(?:tel(?=\W*$)|how (?:do|can) (?:i|we) (?:call|ring|phone)|(?:what|which) number (?:do|can|should|must) i (?:call|ring|dial|phone))(?!\p{L})|(?<![\p{L}])(?:(?:tele)?phone|mobile|cell|tel|handy)[ -]?(?:numbers?|no|nr)(?![\p{L}])|^\W*(?:(?:the|give me|whats|what is|i need|need|find|tell me) )*(?:(?:tele)?phone|mobile|tel|handy) (?:of|from|von|vom) |(?:telefon|handy|mobil)nummer|numero (?:de|di) tele/u

const oneOfTheirs =
  /(?<!\p{L})(?:his|her|hers|their) (?:own )?(?:phone|tel|mobile|cell|handy|number|line)(?!\p{L})(?! (?:of|plates?|manager|one|model|case|bill|contract|charger|insurance)(?!\p{L}))/u
/** Where her phone is, and which, is no number. */
const asksOfThing = /(?<!\p{L})(?:whens?|wheres?|why|whos?|colou?r|model|brand)(?!\p{L})/u

/** Whether a number to reach somebody by is asked for. */
export function wantsPhone(question: string): boolean {
  const asked = fold(question)
  return asksForPhone.test(asked) || (oneOfTheirs.test(asked) && !asksOfThing.test(asked))
}

/** `01.42.68.53.00`, `555.010.2345`; a day is left out before. */
const dottedNumber = /(?<![\p{N}.])\+?\p{N}{2,4}(?:\.\p{N}{2,4}){2,}(?![\p{N}.])/u
const dottedDays = /(?<![\p{N}.])\p{N}{1,2}\.\p{N}{1,2}\.(?:\p{N}{2}|\p{N}{4})(?![\p{N}.])/gu
/** A short number that a text says to be one: "Reception: ext. 402", "call 112". Folded. */
const shortPhone =
  /(?<!\p{L})(?:phone|telephone|telefon\p{L}*|tel|mobile|handy|ext(?:ension)?|durchwahl|call|dial|ring)(?: (?:number|no|nr))?[.:]{0,2} ?\p{N}{3,5}(?![\p{N}]|[.,]\p{N})/u

/** False for a text without such a number where a phone number is asked for: no price and no year is one. */
export const holdsPhone = (text: string, question: string): boolean =>
  !wantsPhone(question) ||
  hasLongNumber(text) ||
  dottedNumber.test(text.replace(dottedDays, ' ')) ||
  shortPhone.test(fold(text))

/** False when a number is asked for, the source has a long one, and the answer gives something else: the price, not the phone. */
export function givesNumber(answer: string, passage: string, question: string): boolean {
  return !asksForNumber.test(fold(question)) || !hasLongNumber(passage) || hasLongNumber(answer)
}

/** Folded. */
const asksHowMuch =
  /(?<!\p{L})how much (?:(?:do|does|did|will|would|is|was|are|were|should|must|can) .{0,200}(?<!\p{L})(?:cost|pay|paid|charge[ds]?|owe|want|(?<!(?:i|we) )take|be(?! \p{L}+(?:ed|en)(?!\p{L}))|refund|get back)|money|rent|deposit)(?!\p{L})/u
const namesMoney =
  /(?<!\p{L})(?:price|costs?|fees?|rent|deposit|preis|kostet|kosten|miete|kaution)(?!\p{L})(?! (?:lists?|tags?|cent(?:re|er)s?)(?!\p{L}))/u
/** Something else about the money: when, to whom, for what, whether. */
const asksOfMoney =
  /^\s*(?:is|are|was|were|do|does|did|can|could|will|would|should|must|has|have|ist|sind|hat|kann)(?!\p{L})|(?<!\p{L})(?:who|whom|whose|wer|wem|where|wo|wohin|why|warum|which|dates?|account|konto|iban|numbers?|phone|due|covers?|covered|includes?|included|fur was)(?!\p{L})/u
const isFree = /(?<!\p{L})(?:free|nothing|included|kostenlos|gratis|umsonst)(?!\p{L})/u

function asksForMoney(question: string): boolean {
  const asked = fold(question)
  if (asksHowMuch.test(asked) || asksPriceBy.test(asked)) return true
  return namesMoney.test(asked) && !asksOfMoney.test(asked) && !momentWords.test(asked)
}

const currency = String.raw`(?:[€$£¥₦]|(?<!\p{L})(?:euros?|dollars?|yen|naira|francs?|pounds?|eur|usd|cad|gbp|chf|jpy|ngn|pln|sek|kr)(?!\p{L}))`
const amount = new RegExp(
  String.raw`${currency}\s?(\p{N}[\p{N}.,' ]*)|(?<!\p{L})n(\p{N}[\p{N},]{2,})|(\p{N}[\p{N}.,' ]*)\s?${currency}`,
  'gu',
)
/** `1.200,00` and `1,200` are one amount. */
const digitsOf = (text: string) => text.replace(/[.,]0{1,2}\P{N}*$/u, '').replace(/\P{N}/gu, '')
/** The digits of each amount of money in a text. */
const amountsIn = (text: string) =>
  [...fold(text).matchAll(amount)].map(([, before, naira, after]) => digitsOf(before ?? naira ?? after ?? ''))

/** False when money is asked for, the source names an amount of it, and the answer gives something else: the thickness, not the price. */
export function givesMoney(answer: string, passage: string, question: string): boolean {
  if (!asksForMoney(question) || isFree.test(fold(answer))) return true
  const amounts = amountsIn(passage)
  if (amounts.length === 0) return true
  const figures = answer.match(/\p{N}[\p{N}.,']*/gu) ?? []
  const said = [...figures.map(digitsOf), ...amountsIn(answer)]
  return said.some((digits) => amounts.includes(digits))
}

/** Whether a line gives the kind of value that the question asks for; null where the question does not say, or any line may. */
export function givesKind(question: string): ((line: string) => boolean) | null {
  if (wantsPhone(question)) return (line) => holdsPhone(line, question)
  if (asksForMoney(question)) return (line) => amountsIn(line).length > 0
  return null
}
