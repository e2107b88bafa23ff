-- More words that the trade and its customers use for the same, in English, Pidgin, Yoruba, Igbo and Hausa. Groups that
-- staff changed or deleted are not restored: these are others. A group is left out where a shop has as many as it may have
-- (synonyms_most), or has it already.
DO $$
DECLARE
  added text;
BEGIN
  -- The history is about what people change.
  PERFORM set_config('app.unrecorded', 'on', true);
  FOREACH added IN ARRAY ARRAY[
    '{ankara,atampa,atamfa,abada,dutch wax,hi target,hitarget,superprint,vlisco}', '{brocade,shadda,bazin,getzner}',
    '{lace,guipure,voile}', '{wrapper,george,intorica,akwete}', '{gele,kallabi,dankwali}', '{turban,head warmer,bonnet}',
    '{kufi,muslim cap,tagiya,taqiyah}', '{hula,hausa cap,aboki cap,dara}', '{fila,yoruba cap}',
    '{red cap,chief cap,igbo cap,okpu,okpu agu}', '{isiagu,igbo attire,chief attire,igbo chief attire}',
    '{bubu,rich aunty,free dress,maternity gown,nursing gown}', '{jalabiya,jalab,jellabiya,abaya,arab gown,muslim gown}',
    '{iro and buba,skirt and blouse,wrapper and blouse}', '{tuxedo,dinner coat,dinner jacket,dinner suit}',
    '{suit,jacket,coat,blazer}', '{senator,native wear,native attire}',
    '{column gown,dinner gown,evening gown,long gown,maxi gown,prom dress}',
    '{shift dress,office dress,office gown,corporate gown,short gown}', '{shoes,bata,footwear,takalmi}',
    '{sandals,bata,pam slippers}', '{brogues,oxford,corporate shoes,office shoes,lace ups}',
    '{half shoe,loafers,moccasin}', '{mules,heels,wedges}',
    '{weekend bag,travel bag,travelling bag,traveling bag,duffel bag,duffle bag,overnight bag}',
    '{tote,shopping bag,market bag}', '{satchel,laptop bag,office bag,work bag,school bag,briefcase}',
    '{clutch,party bag,evening bag,box bag,wallet}', '{children,kids wear,baby,toddler,omo,yara,pikin}',
    '{men,husband,father,daddy,baba,papa,oga}', '{women,wife,mother,mum,mummy,mama,madam,aunty}',
    '{wedding,introduction,engagement,igba nkwu,wine carrying,nikkah,nikah}', '{naming ceremony,christening,suna,ikomo}',
    '{sallah,ileya,salah}', '{party,celebration,birthday,ariya}', '{church,sunday,thanksgiving}', '{yellow,mustard,lemon}',
    '{teal,turquoise,aqua}', '{cream,milk,nude,beige}', '{purple,lilac,lavender,magenta}', '{green,olive}',
    '{dry cleaning,laundry,washing}'
  ] LOOP
    BEGIN
      INSERT INTO synonyms (words) VALUES (added::text[]) ON CONFLICT DO NOTHING;
    EXCEPTION WHEN check_violation THEN
      NULL;
    END;
  END LOOP;
  PERFORM set_config('app.unrecorded', '', true);
END $$;
