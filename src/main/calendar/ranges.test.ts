import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import type { DateRange } from './range-types.ts'
import { resolveRange } from './ranges.ts'

/**
 * A Monday; a Wednesday of a leap year in the week clocks change; and a Sunday, the first of March there, while it is
 * still 28 February in UTC.
 */
const references = [
  { now: Date.parse('2026-11-30T09:00:00Z'), zone: 'Europe/Berlin' },
  { now: Date.parse('2024-03-27T12:00:00Z'), zone: 'America/New_York' },
  { now: Date.parse('2026-02-28T23:50:00Z'), zone: 'Pacific/Auckland' },
] as const

/** words | grain | the days on each of the three references */
const table = `
today | day | 2026-11-30 | 2024-03-27 | 2026-03-01
tonight | day | 2026-11-30 | 2024-03-27 | 2026-03-01
tomorrow | day | 2026-12-01 | 2024-03-28 | 2026-03-02
tommorow | day | 2026-12-01 | 2024-03-28 | 2026-03-02
the day after tomorrow | day | 2026-12-02 | 2024-03-29 | 2026-03-03
yesterday | day | 2026-11-29 | 2024-03-26 | 2026-02-28
the day before yesterday | day | 2026-11-28 | 2024-03-25 | 2026-02-27
this week | week | 2026-11-30..2026-12-06 | 2024-03-25..2024-03-31 | 2026-02-23..2026-03-01
next week | week | 2026-12-07..2026-12-13 | 2024-04-01..2024-04-07 | 2026-03-02..2026-03-08
last week | week | 2026-11-23..2026-11-29 | 2024-03-18..2024-03-24 | 2026-02-16..2026-02-22
the coming week | week | 2026-12-07..2026-12-13 | 2024-04-01..2024-04-07 | 2026-03-02..2026-03-08
the past week | range | 2026-11-24..2026-11-30 | 2024-03-21..2024-03-27 | 2026-02-23..2026-03-01
the week after next | week | 2026-12-14..2026-12-20 | 2024-04-08..2024-04-14 | 2026-03-09..2026-03-15
the week before last | week | 2026-11-16..2026-11-22 | 2024-03-11..2024-03-17 | 2026-02-09..2026-02-15
this weekend | weekend | 2026-12-05..2026-12-06 | 2024-03-30..2024-03-31 | 2026-02-28..2026-03-01
next weekend | weekend | 2026-12-12..2026-12-13 | 2024-04-06..2024-04-07 | 2026-03-07..2026-03-08
last weekend | weekend | 2026-11-28..2026-11-29 | 2024-03-23..2024-03-24 | 2026-02-21..2026-02-22
the weekend | weekend | 2026-12-05..2026-12-06 | 2024-03-30..2024-03-31 | 2026-02-28..2026-03-01
at the weekend | weekend | 2026-12-05..2026-12-06 | 2024-03-30..2024-03-31 | 2026-02-28..2026-03-01
the coming weekend | weekend | 2026-12-05..2026-12-06 | 2024-03-30..2024-03-31 | 2026-03-07..2026-03-08
what did I do this weekend | weekend | 2026-11-28..2026-11-29 | 2024-03-23..2024-03-24 | 2026-02-28..2026-03-01
this month | month | 2026-11-01..2026-11-30 | 2024-03-01..2024-03-31 | 2026-03-01..2026-03-31
next month | month | 2026-12-01..2026-12-31 | 2024-04-01..2024-04-30 | 2026-04-01..2026-04-30
last month | month | 2026-10-01..2026-10-31 | 2024-02-01..2024-02-29 | 2026-02-01..2026-02-28
the past month | range | 2026-10-31..2026-11-30 | 2024-02-28..2024-03-27 | 2026-02-02..2026-03-01
this quarter | quarter | 2026-10-01..2026-12-31 | 2024-01-01..2024-03-31 | 2026-01-01..2026-03-31
next quarter | quarter | 2027-01-01..2027-03-31 | 2024-04-01..2024-06-30 | 2026-04-01..2026-06-30
last quarter | quarter | 2026-07-01..2026-09-30 | 2023-10-01..2023-12-31 | 2025-10-01..2025-12-31
this year | year | 2026-01-01..2026-12-31 | 2024-01-01..2024-12-31 | 2026-01-01..2026-12-31
next year | year | 2027-01-01..2027-12-31 | 2025-01-01..2025-12-31 | 2027-01-01..2027-12-31
last year | year | 2025-01-01..2025-12-31 | 2023-01-01..2023-12-31 | 2025-01-01..2025-12-31
on Wednesday | day | 2026-12-02 | 2024-03-27 | 2026-03-04
Wednesday | day | 2026-12-02 | 2024-03-27 | 2026-03-04
this Friday | day | 2026-12-04 | 2024-03-29 | 2026-03-06
next Tuesday | day | 2026-12-08 | 2024-04-02 | 2026-03-03
last Friday | day | 2026-11-27 | 2024-03-22 | 2026-02-27
coming Friday | day | 2026-12-04 | 2024-03-29 | 2026-03-06
this coming Monday | day | 2026-12-07 | 2024-04-01 | 2026-03-02
Friday evening | day | 2026-12-04 | 2024-03-29 | 2026-03-06
Tuesday next week | day | 2026-12-08 | 2024-04-02 | 2026-03-03
next week on Tuesday | day | 2026-12-08 | 2024-04-02 | 2026-03-03
this week's Friday | day | 2026-12-04 | 2024-03-29 | 2026-02-27
Mon | day | 2026-11-30 | 2024-04-01 | 2026-03-02
on Sat | day | 2026-12-05 | 2024-03-30 | 2026-03-07
Sat-Sun | range | 2026-12-05..2026-12-06 | 2024-03-30..2024-03-31 | 2026-03-07..2026-03-08
Mon to Fri | range | 2026-11-30..2026-12-04 | 2024-04-01..2024-04-05 | 2026-03-02..2026-03-06
in two weeks | day | 2026-12-14 | 2024-04-10 | 2026-03-15
in 3 days | day | 2026-12-03 | 2024-03-30 | 2026-03-04
in a couple of days | day | 2026-12-02 | 2024-03-29 | 2026-03-03
in a fortnight | day | 2026-12-14 | 2024-04-10 | 2026-03-15
in a month | day | 2026-12-30 | 2024-04-27 | 2026-04-01
in two weeks on Tuesday | day | 2026-12-15 | 2024-04-09 | 2026-03-10
two days ago | day | 2026-11-28 | 2024-03-25 | 2026-02-27
a week ago | day | 2026-11-23 | 2024-03-20 | 2026-02-22
a week from Friday | day | 2026-12-11 | 2024-04-05 | 2026-03-13
3 days after Christmas | day | 2026-12-28 | 2024-12-28 | 2026-12-28
two weeks from now | day | 2026-12-14 | 2024-04-10 | 2026-03-15
the next 10 days | range | 2026-11-30..2026-12-09 | 2024-03-27..2024-04-05 | 2026-03-01..2026-03-10
the next few days | range | 2026-11-30..2026-12-02 | 2024-03-27..2024-03-29 | 2026-03-01..2026-03-03
within the next two weeks | range | 2026-11-30..2026-12-13 | 2024-03-27..2024-04-09 | 2026-03-01..2026-03-14
the past 7 days | range | 2026-11-24..2026-11-30 | 2024-03-21..2024-03-27 | 2026-02-23..2026-03-01
the last 3 months | range | 2026-08-31..2026-11-30 | 2023-12-28..2024-03-27 | 2025-12-02..2026-03-01
the last 24 hours | range | 2026-11-29..2026-11-30 | 2024-03-26..2024-03-27 | 2026-02-28..2026-03-01
in March | month | 2027-03-01..2027-03-31 | 2024-03-01..2024-03-31 | 2026-03-01..2026-03-31
in May | month | 2027-05-01..2027-05-31 | 2024-05-01..2024-05-31 | 2026-05-01..2026-05-31
May | month | 2027-05-01..2027-05-31 | 2024-05-01..2024-05-31 | 2026-05-01..2026-05-31
May 2023 | month | 2023-05-01..2023-05-31 | 2023-05-01..2023-05-31 | 2023-05-01..2023-05-31
March next year | month | 2027-03-01..2027-03-31 | 2025-03-01..2025-03-31 | 2027-03-01..2027-03-31
next March | month | 2027-03-01..2027-03-31 | 2025-03-01..2025-03-31 | 2027-03-01..2027-03-31
last March | month | 2026-03-01..2026-03-31 | 2023-03-01..2023-03-31 | 2025-03-01..2025-03-31
this March | month | 2026-03-01..2026-03-31 | 2024-03-01..2024-03-31 | 2026-03-01..2026-03-31
since March | range | 2026-03-01..2026-11-30 | 2024-03-01..2024-03-27 | 2026-03-01
until March | range | 2026-11-30..2027-03-31 | 2024-03-27..2024-03-31 | 2026-03-01..2026-03-31
March 5 | day | 2027-03-05 | 2025-03-05 | 2026-03-05
March 5th, 2027 | day | 2027-03-05 | 2027-03-05 | 2027-03-05
5 March | day | 2027-03-05 | 2025-03-05 | 2026-03-05
the 5th of March 2027 | day | 2027-03-05 | 2027-03-05 | 2027-03-05
5-Mar-2026 | day | 2026-03-05 | 2026-03-05 | 2026-03-05
twenty-fifth of December | day | 2026-12-25 | 2024-12-25 | 2026-12-25
29 February | day | 2028-02-29 | 2028-02-29 | 2028-02-29
on the 5th | day | 2026-12-05 | 2024-04-05 | 2026-03-05
the 5th | day | 2026-12-05 | 2024-04-05 | 2026-03-05
the 31st | day | 2026-12-31 | 2024-03-31 | 2026-03-31
Friday the 13th | day | 2027-08-13 | 2024-09-13 | 2026-03-13
Wednesday, 3 June | day | 2027-06-03 | 2024-06-03 | 2026-06-03
the week of 3 June | week | 2027-05-31..2027-06-06 | 2024-06-03..2024-06-09 | 2026-06-01..2026-06-07
the weekend of the 12th | weekend | 2026-12-12..2026-12-13 | 2024-04-13..2024-04-14 | 2026-03-14..2026-03-15
beginning of May | range | 2027-05-01..2027-05-10 | 2024-05-01..2024-05-10 | 2026-05-01..2026-05-10
mid-May | range | 2027-05-11..2027-05-20 | 2024-05-11..2024-05-20 | 2026-05-11..2026-05-20
end of May | range | 2027-05-21..2027-05-31 | 2024-05-21..2024-05-31 | 2026-05-21..2026-05-31
end of the month | range | 2026-11-21..2026-11-30 | 2024-03-21..2024-03-31 | 2026-03-21..2026-03-31
beginning of next week | range | 2026-12-07..2026-12-08 | 2024-04-01..2024-04-02 | 2026-03-02..2026-03-03
end of next week | range | 2026-12-11..2026-12-13 | 2024-04-05..2024-04-07 | 2026-03-06..2026-03-08
early next year | range | 2027-01-01..2027-02-28 | 2025-01-01..2025-02-28 | 2027-01-01..2027-02-28
first Monday in June | day | 2027-06-07 | 2024-06-03 | 2026-06-01
last Friday of the month | day | 2026-11-27 | 2024-03-29 | 2026-03-27
first week of next month | week | 2026-12-01..2026-12-07 | 2024-04-01..2024-04-07 | 2026-04-01..2026-04-07
last day of next month | day | 2026-12-31 | 2024-04-30 | 2026-04-30
Q2 | quarter | 2027-04-01..2027-06-30 | 2024-04-01..2024-06-30 | 2026-04-01..2026-06-30
Q3 2026 | quarter | 2026-07-01..2026-09-30 | 2026-07-01..2026-09-30 | 2026-07-01..2026-09-30
2026 Q3 | quarter | 2026-07-01..2026-09-30 | 2026-07-01..2026-09-30 | 2026-07-01..2026-09-30
the first quarter of 2027 | quarter | 2027-01-01..2027-03-31 | 2027-01-01..2027-03-31 | 2027-01-01..2027-03-31
week 23 | week | 2027-06-07..2027-06-13 | 2024-06-03..2024-06-09 | 2026-06-01..2026-06-07
2024-W14 | week | 2024-04-01..2024-04-07 | 2024-04-01..2024-04-07 | 2024-04-01..2024-04-07
KW 23 | week | 2027-06-07..2027-06-13 | 2024-06-03..2024-06-09 | 2026-06-01..2026-06-07
KW 23/2026 | week | 2026-06-01..2026-06-07 | 2026-06-01..2026-06-07 | 2026-06-01..2026-06-07
week 53 | week | 2026-12-28..2027-01-03 | 2026-12-28..2027-01-03 | 2026-12-28..2027-01-03
last summer | season | 2026-06-01..2026-08-31 | 2023-06-01..2023-08-31 | 2025-06-01..2025-08-31
this winter | season | 2026-12-01..2027-02-28 | 2024-12-01..2025-02-28 | 2026-12-01..2027-02-28
next summer | season | 2027-06-01..2027-08-31 | 2024-06-01..2024-08-31 | 2026-06-01..2026-08-31
in the summer | season | 2027-06-01..2027-08-31 | 2024-06-01..2024-08-31 | 2026-06-01..2026-08-31
summer 2025 | season | 2025-06-01..2025-08-31 | 2025-06-01..2025-08-31 | 2025-06-01..2025-08-31
last winter | season | 2025-12-01..2026-02-28 | 2023-12-01..2024-02-29 | 2025-12-01..2026-02-28
in 2025 | year | 2025-01-01..2025-12-31 | 2025-01-01..2025-12-31 | 2025-01-01..2025-12-31
2024 | year | 2024-01-01..2024-12-31 | 2024-01-01..2024-12-31 | 2024-01-01..2024-12-31
from 2020 to 2022 | range | 2020-01-01..2022-12-31 | 2020-01-01..2022-12-31 | 2020-01-01..2022-12-31
from Monday to Wednesday | range | 2026-11-30..2026-12-02 | 2024-04-01..2024-04-03 | 2026-03-02..2026-03-04
between Monday and Wednesday | range | 2026-11-30..2026-12-02 | 2024-04-01..2024-04-03 | 2026-03-02..2026-03-04
Monday to Friday next week | range | 2026-12-07..2026-12-11 | 2024-04-01..2024-04-05 | 2026-03-02..2026-03-06
between 3 and 7 June | range | 2027-06-03..2027-06-07 | 2024-06-03..2024-06-07 | 2026-06-03..2026-06-07
3–7 June | range | 2027-06-03..2027-06-07 | 2024-06-03..2024-06-07 | 2026-06-03..2026-06-07
June 3 to 7 | range | 2027-06-03..2027-06-07 | 2024-06-03..2024-06-07 | 2026-06-03..2026-06-07
from 28 December to 3 January | range | 2026-12-28..2027-01-03 | 2024-12-28..2025-01-03 | 2026-12-28..2027-01-03
from tomorrow to Friday | range | 2026-12-01..2026-12-04 | 2024-03-28..2024-03-29 | 2026-03-02..2026-03-06
from the 3rd to the 7th | range | 2026-12-03..2026-12-07 | 2024-04-03..2024-04-07 | 2026-03-03..2026-03-07
March to May | range | 2027-03-01..2027-05-31 | 2024-03-01..2024-05-31 | 2026-03-01..2026-05-31
until Friday | range | 2026-11-30..2026-12-04 | 2024-03-27..2024-03-29 | 2026-03-01..2026-03-06
by Friday | range | 2026-11-30..2026-12-04 | 2024-03-27..2024-03-29 | 2026-03-01..2026-03-06
by the end of the month | range | 2026-11-30 | 2024-03-27..2024-03-31 | 2026-03-01..2026-03-31
since Monday | range | 2026-11-23..2026-11-30 | 2024-03-25..2024-03-27 | 2026-02-23..2026-03-01
before Christmas | range | 2026-11-30..2026-12-24 | 2024-03-27..2024-12-24 | 2026-03-01..2026-12-24
after Friday | range | 2026-12-05..2027-01-03 | 2024-03-30..2024-04-28 | 2026-03-07..2026-04-05
rest of the week | range | 2026-11-30..2026-12-06 | 2024-03-27..2024-03-31 | 2026-03-01
rest of the month | range | 2026-11-30 | 2024-03-27..2024-03-31 | 2026-03-01..2026-03-31
Saturday and Sunday | range | 2026-12-05..2026-12-06 | 2024-03-30..2024-03-31 | 2026-03-07..2026-03-08
today or tomorrow | range | 2026-11-30..2026-12-01 | 2024-03-27..2024-03-28 | 2026-03-01..2026-03-02
Monday, Wednesday and Friday | range | 2026-11-30..2026-12-04 | 2024-04-01..2024-04-05 | 2026-03-02..2026-03-06
tomorrow morning | day | 2026-12-01 | 2024-03-28 | 2026-03-02
this afternoon | day | 2026-11-30 | 2024-03-27 | 2026-03-01
last night | day | 2026-11-29 | 2024-03-26 | 2026-02-28
Christmas | day | 2026-12-25 | 2024-12-25 | 2026-12-25
Christmas Eve | day | 2026-12-24 | 2024-12-24 | 2026-12-24
last Christmas | day | 2025-12-25 | 2023-12-25 | 2025-12-25
Christmas 2025 | day | 2025-12-25 | 2025-12-25 | 2025-12-25
New Year's Eve | day | 2026-12-31 | 2024-12-31 | 2026-12-31
New Year’s Day | day | 2027-01-01 | 2025-01-01 | 2027-01-01
between Christmas and New Year | range | 2026-12-25..2027-01-01 | 2024-12-25..2025-01-01 | 2026-12-25..2027-01-01
Easter | day | 2027-03-28 | 2024-03-31 | 2026-04-05
the weekend after Christmas | weekend | 2026-12-26..2026-12-27 | 2024-12-28..2024-12-29 | 2026-12-26..2026-12-27
2026-12-03 | day | 2026-12-03 | 2026-12-03 | 2026-12-03
2026-12 | month | 2026-12-01..2026-12-31 | 2026-12-01..2026-12-31 | 2026-12-01..2026-12-31
2026-12-01/2026-12-05 | range | 2026-12-01..2026-12-05 | 2026-12-01..2026-12-05 | 2026-12-01..2026-12-05
3.12.2026 | day | 2026-12-03 | 2026-12-03 | 2026-12-03
3.12. | day | 2026-12-03 | 2024-12-03 | 2026-12-03
03.12.26 | day | 2026-12-03 | 2026-12-03 | 2026-12-03
12/3/2026 | day | 2026-12-03 | 2026-12-03 | 2026-12-03
13/12/2026 | day | 2026-12-13 | 2026-12-13 | 2026-12-13
12-03-2026 | day | 2026-03-12 | 2026-03-12 | 2026-03-12
on 12/3 | day | 2026-12-03 | 2024-12-03 | 2026-12-03
2026-12-03T10:00:00Z | day | 2026-12-03 | 2026-12-03 | 2026-12-03
what do I have on Wednesday evening with Jo? | day | 2026-12-02 | 2024-03-27 | 2026-03-04
Am I free from Monday to Wednesday? | range | 2026-11-30..2026-12-02 | 2024-04-01..2024-04-03 | 2026-03-02..2026-03-04
is May free on Friday? | day | 2026-12-04 | 2024-03-29 | 2026-03-06
what did I do in October | month | 2026-10-01..2026-10-31 | 2023-10-01..2023-10-31 | 2025-10-01..2025-10-31
what did we do on Wednesday | day | 2026-11-25 | 2024-03-20 | 2026-02-25
what did I plan for Friday | day | 2026-12-04 | 2024-03-29 | 2026-03-06
heute | day | 2026-11-30 | 2024-03-27 | 2026-03-01
morgen früh | day | 2026-12-01 | 2024-03-28 | 2026-03-02
übermorgen | day | 2026-12-02 | 2024-03-29 | 2026-03-03
vorgestern | day | 2026-11-28 | 2024-03-25 | 2026-02-27
diese Woche | week | 2026-11-30..2026-12-06 | 2024-03-25..2024-03-31 | 2026-02-23..2026-03-01
nächste Woche | week | 2026-12-07..2026-12-13 | 2024-04-01..2024-04-07 | 2026-03-02..2026-03-08
letzte Woche | week | 2026-11-23..2026-11-29 | 2024-03-18..2024-03-24 | 2026-02-16..2026-02-22
übernächste Woche | week | 2026-12-14..2026-12-20 | 2024-04-08..2024-04-14 | 2026-03-09..2026-03-15
nächste Woche Dienstag | day | 2026-12-08 | 2024-04-02 | 2026-03-03
am Mittwoch | day | 2026-12-02 | 2024-03-27 | 2026-03-04
nächsten Dienstag | day | 2026-12-08 | 2024-04-02 | 2026-03-03
letzten Freitag | day | 2026-11-27 | 2024-03-22 | 2026-02-27
am Wochenende | weekend | 2026-12-05..2026-12-06 | 2024-03-30..2024-03-31 | 2026-02-28..2026-03-01
nächsten Monat | month | 2026-12-01..2026-12-31 | 2024-04-01..2024-04-30 | 2026-04-01..2026-04-30
im März | month | 2027-03-01..2027-03-31 | 2024-03-01..2024-03-31 | 2026-03-01..2026-03-31
am 5. März | day | 2027-03-05 | 2025-03-05 | 2026-03-05
Anfang Mai | range | 2027-05-01..2027-05-10 | 2024-05-01..2024-05-10 | 2026-05-01..2026-05-10
in zwei Wochen | day | 2026-12-14 | 2024-04-10 | 2026-03-15
vor zwei Tagen | day | 2026-11-28 | 2024-03-25 | 2026-02-27
die letzten 7 Tage | range | 2026-11-24..2026-11-30 | 2024-03-21..2024-03-27 | 2026-02-23..2026-03-01
von Montag bis Mittwoch | range | 2026-11-30..2026-12-02 | 2024-04-01..2024-04-03 | 2026-03-02..2026-03-04
zwischen 3. und 7. Juni | range | 2027-06-03..2027-06-07 | 2024-06-03..2024-06-07 | 2026-06-03..2026-06-07
24.-26.12. | range | 2026-12-24..2026-12-26 | 2024-12-24..2024-12-26 | 2026-12-24..2026-12-26
bis Freitag | range | 2026-11-30..2026-12-04 | 2024-03-27..2024-03-29 | 2026-03-01..2026-03-06
seit Montag | range | 2026-11-23..2026-11-30 | 2024-03-25..2024-03-27 | 2026-02-23..2026-03-01
Rest der Woche | range | 2026-11-30..2026-12-06 | 2024-03-27..2024-03-31 | 2026-03-01
Weihnachten | day | 2026-12-25 | 2024-12-25 | 2026-12-25
Was habe ich am Mittwoch? | day | 2026-12-02 | 2024-03-27 | 2026-03-04
Was habe ich im Oktober gemacht? | month | 2026-10-01..2026-10-31 | 2023-10-01..2023-10-31 | 2025-10-01..2025-10-31
`

/** Sentences with no time in them. */
const timeless = [
  '',
  '   ',
  'I may come',
  'may I come in?',
  'When did I last see May?',
  'dinner with May',
  "May's birthday present",
  'a present from June',
  'tell April about it',
  'call Jan',
  'wait a second',
  'second',
  'the second floor',
  'march on',
  'March for Science',
  'the march of time',
  'sat down',
  'we sat and talked',
  'sun',
  'the sun is out',
  'they wed young',
  "the week's menu",
  'what day is good?',
  'next',
  "what's next",
  'my next meeting',
  'last time',
  'my last address',
  'half past three',
  'at 5 pm',
  '17:30',
  'from 9 to 5',
  'every Monday',
  'on Mondays',
  'each week',
  'Black Friday deals',
  'Christmas list',
  'on the 5th floor',
  'spring cleaning',
  'winter coat',
  'fall down',
  'guten Morgen',
  'am Morgen',
  'so do I',
  'do or so',
  '1/2 cup',
  'at 1/2 price',
  'version 1.2.3',
  'call 555-1234',
  'room 12',
  '2000 steps',
  'the other day',
  'two weeks',
  '30 February',
  'Feb 30',
  '2026-02-30',
  '13/13/2026',
  '2025-W53',
  'in 999999999 days',
  'in 39999 years',
  "what is my wife's passport number",
  'when is my dentist appointment',
]

const berlin = references[0]

function at(
  words: string,
  weekStart: 'monday' | 'saturday' | 'sunday' = 'monday',
  now: string | null = null,
) {
  return resolveRange(words, { ...berlin, weekStart, ...(now === null ? {} : { now: Date.parse(now) }) })
}

function days(range: DateRange | null): string {
  if (range === null) return 'null'
  return range.start === range.end ? range.start : `${range.start}..${range.end}`
}

describe('date words', () => {
  for (const row of table.trim().split('\n')) {
    const [words = '', grain = '', ...expected] = row.split(' | ')
    it(`reads "${words}"`, () => {
      const ranges = references.map((reference) => resolveRange(words, { ...reference, weekStart: 'monday' }))
      expect(ranges.map(days)).toEqual(expected)
      expect(new Set(ranges.map((range) => range?.grain))).toEqual(new Set([grain]))
    })
  }

  it.each(timeless)('finds no time in "%s"', (words) => {
    expect(at(words)).toBeNull()
  })

  it('names the words it was read from', () => {
    expect(at('What is on  Next\nWeek, please?')?.label).toBe('next week')
    expect(at('what do I have on Wednesday evening with Jo?')?.label).toBe('wednesday evening')
    expect(at('Am I free from Monday to Wednesday?')?.label).toBe('from monday to wednesday')
  })

  it('starts the week on the day of the setting, weekends and ISO weeks staying where they are', () => {
    const sunday = '2026-11-29T12:00:00+01:00'
    expect(days(at('this week', 'monday', sunday))).toBe('2026-11-23..2026-11-29')
    expect(days(at('this week', 'sunday', sunday))).toBe('2026-11-29..2026-12-05')
    expect(days(at('this week', 'saturday', sunday))).toBe('2026-11-28..2026-12-04')
    for (const weekStart of ['monday', 'saturday', 'sunday'] as const) {
      expect(days(at('this weekend', weekStart, sunday))).toBe('2026-11-28..2026-11-29')
      expect(days(at('week 49', weekStart, sunday))).toBe('2026-11-30..2026-12-06')
    }
  })

  it('takes today from the zone, not from the machine', () => {
    const now = Date.parse('2026-06-30T23:30:00Z')
    const today = (zone: string) => resolveRange('today', { now, zone, weekStart: 'monday' })?.start
    expect(today('UTC')).toBe('2026-06-30')
    expect(today('Pacific/Kiritimati')).toBe('2026-07-01')
    expect(today('Pacific/Pago_Pago')).toBe('2026-06-30')
  })

  it('counts days, not hours, across the nights clocks change', () => {
    expect(days(at('tomorrow', 'monday', '2026-03-28T23:59:00+01:00'))).toBe('2026-03-29')
    expect(days(at('tomorrow', 'monday', '2026-03-29T00:30:00+01:00'))).toBe('2026-03-30')
    expect(days(at('yesterday', 'monday', '2026-10-26T00:30:00+01:00'))).toBe('2026-10-25')
    expect(days(at('in 2 hours', 'monday', '2026-10-25T00:30:00+02:00'))).toBe('2026-10-25')
    expect(days(at('in 2 days', 'monday', '2026-03-28T12:00:00+01:00'))).toBe('2026-03-30')
  })

  it('refuses a zone that does not exist', () => {
    expect(() => resolveRange('today', { now: 0, zone: 'Mars/Olympus', weekStart: 'monday' })).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    )
  })
})

describe('laws of date words', () => {
  const word = fc.constantFrom(
    ...`today tomorrow next last this week weekend month Monday fri sat May march june from to until since between and the
    of in on 3 5th 31 2026 2026-12-03 3.12. 12/3/2026 - – , . first last end beginning mid day days weeks ago after before
    Q2 W14 KW Christmas Easter summer every rest for am vor bis letzte nächste Woche Freitag did 999999999 past a two`.split(
      /\s+/u,
    ),
  )
  const sentence = fc.array(word, { maxLength: 9 }).map((words) => words.join(' '))
  const instant = fc.integer({ min: Date.parse('1950-01-01'), max: Date.parse('2090-01-01') })
  const zone = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Asia/Kathmandu', 'UTC')
  const weekStart = fc.constantFrom('monday' as const, 'saturday' as const, 'sunday' as const)

  it('gives days in order, or null, for any text whatever', () => {
    fc.assert(
      fc.property(
        fc.oneof(sentence, fc.string({ unit: 'binary', maxLength: 60 })),
        instant,
        zone,
        weekStart,
        (words, now, zone, weekStart) => {
          const range = resolveRange(words, { now, zone, weekStart })
          if (range === null) return
          expect(Temporal.PlainDate.compare(range.start, range.end)).toBeLessThanOrEqual(0)
          expect(range.label.length).toBeGreaterThan(0)
          expect(range.start).toMatch(/^\d{4}-\d{2}-\d{2}$/)
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('reads an ISO date as itself, and what it wrote as what it meant', () => {
    fc.assert(
      fc.property(sentence, instant, zone, weekStart, (words, now, zone, weekStart) => {
        const range = resolveRange(words, { now, zone, weekStart })
        if (range === null) return
        const again = resolveRange(`${range.start} to ${range.end}`, { now, zone, weekStart })
        expect(again).toMatchObject({ start: range.start, end: range.end })
        expect(resolveRange(range.start, { now, zone, weekStart })).toMatchObject({
          start: range.start,
          end: range.start,
          grain: 'day',
        })
      }),
      { numRuns: 500 },
    )
  })

  it('stays quick on long and repetitive text', () => {
    const started = performance.now()
    for (const words of [
      'from '.repeat(5000),
      'next '.repeat(5000),
      '1-'.repeat(5000),
      'Monday and '.repeat(5000),
      '1.'.repeat(5000),
    ])
      at(words)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
