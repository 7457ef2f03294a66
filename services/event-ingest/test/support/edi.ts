const isa = (control: string) => `ISA*00*          *00*          *ZZ*CARX           *ZZ*LANDFALL       *260318*1410*U*00401*${control.padStart(9, '0')}*0*P*>`;

export type Set315 = { reference?: string; code?: string; loading?: string; bill?: string; count?: number; closing?: string; kind?: string; vessel?: boolean; scac?: string };

/** The sample of carrier-data 4.3, with what a test changes. */
export const set315 = ({ reference = '0007', code = 'UV', loading = 'L', bill = 'BL4410077', count, closing, kind = '315', vessel = true, scac = 'CARX' }: Set315 = {}): string => {
  const body = [
    `B4***${code}*20260318*1410*USLAX*TRKU*100001*${loading}*45G1*USLAX*UN*0`,
    `N9*BM*${bill}`,
    'N9*BN*BK4410077',
    ...(scac ? [`N9*SCA*${scac}`] : []),
    ...(vessel ? ['Q2*9074729*SG*******612E***L*EXAMPLE STAR'] : []),
    'R4*5*UN*USLAX*LOS ANGELES*US',
    'DTM*140*20260318*1410*LT',
    'R4*L*UN*CNYTN*YANTIAN*CN',
    'DTM*140*20260302*1830*LT',
    'R4*D*UN*USLAX*LOS ANGELES*US',
    'DTM*139*20260318*0600*LT',
  ];
  return [`ST*${kind}*${reference}`, ...body, `SE*${count ?? body.length + 2}*${closing ?? reference}`].join('~');
};

export const x12 = (sets: string[], control = '7'): string => `${[isa(control), `GS*QO*CARX*LANDFALL*20260318*1410*${control}*X*004010`, ...sets, `GE*${sets.length}*${control}`, `IEA*1*${control.padStart(9, '0')}`].join('~')}~`;

/** The message of carrier-data 4.3 in its envelope. */
export const iftsta = ({ code = 'VD', control = '1', count = 16, reference = '1', container = 'TRKU1000010' } = {}): string =>
  [
    `UNB+UNOA:2+CARX:ZZZ+LANDFALL:ZZZ+260318:1502+${control}`,
    `UNH+${reference}+IFTSTA:D:99B:UN`,
    'BGM+23+7+9',
    'DTM+137:202603181502:203',
    'NAD+CA+CARX:160:86',
    `STS+1+${code}::22`,
    'RFF+BM:BL4410077',
    'RFF+BN:BK4410077',
    'DTM+334:202603021830:203',
    'LOC+175+CNYTN:139:6:YANTIAN',
    'TDT+20+612E+1++CARX:172:182+++9074729:146:11:EXAMPLE STAR',
    'LOC+9+CNYTN:139:6',
    'DTM+133:202603021830:203',
    'LOC+11+USLAX:139:6',
    'DTM+132:202603180600:203',
    `EQD+CN+${container}+45G1:102:5+++5`,
    `UNT+${count}+${reference}`,
    `UNZ+1+${control}`,
  ].join("'") + "'";
