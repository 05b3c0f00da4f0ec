// Recognizes currency symbols and codes next to an amount.

const CODES: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF ' +
    'CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK ' +
    'HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL ' +
    'MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON ' +
    'RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX ' +
    'USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL'
  ).split(' '),
);

// Codes count only in upper case (`10 all`, `5 top` are words); these also occur in lower case.
const SPELLINGS: ReadonlySet<string> = new Set(
  (
    'eur usd gbp chf kr kr. zł zl kč kc ft lei rs rs. rp rp. r rm fr fr. sfr sfr. tl din din. ' +
    'руб руб. р р. грн грн. лв лв. s/ s/.'
  ).split(' '),
);

// `$`, `R$`, `US$`, `$US`.
const WITH_SIGN = /^\p{L}{0,3}\p{Sc}\p{L}{0,3}$/u;

export function isCurrency(text: string): boolean {
  return WITH_SIGN.test(text) || CODES.has(text) || SPELLINGS.has(text.toLowerCase());
}
