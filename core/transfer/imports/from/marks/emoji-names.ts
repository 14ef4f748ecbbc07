import {
  type UnicodeEmoji,
  unicodeEmojiByCode,
  unicodeEmojiByName,
} from '../../../../content/markdown/emoji/unicode.ts'

/**
 * Names of Unicode emoji in Slack, Mattermost and Rocket.Chat that our list lacks or gives to another emoji:
 * each code with its names. Taken from emojibase-data 17 (MIT licence, Miles Johnson).
 */
const NAMES = `
1f642:simple_smile
002a-20e3:keycap_star,keycap_asterisk 1f0cf:black_joker 1f17e:o2 1f197:ok 1f199:up
1f1e6-1f1e8:flag-ac,flag_ac,ac,ascension_island 1f1e6-1f1e9:flag-ad,flag_ad,ad,andorra
1f1e6-1f1ea:flag-ae,flag_ae,ae,united_arab_emirates 1f1e6-1f1eb:flag-af,flag_af,af,afghanistan
1f1e6-1f1ec:flag-ag,flag_ag,ag,antigua_barbuda 1f1e6-1f1ee:flag-ai,flag_ai,ai,anguilla
1f1e6-1f1f1:flag-al,flag_al,al,albania 1f1e6-1f1f2:flag-am,flag_am,am,armenia
1f1e6-1f1f4:flag-ao,flag_ao,ao,angola 1f1e6-1f1f6:flag-aq,flag_aq,aq,antarctica
1f1e6-1f1f7:flag-ar,flag_ar,ar,argentina 1f1e6-1f1f8:flag-as,flag_as,as,american_samoa
1f1e6-1f1f9:flag-at,flag_at,at,austria 1f1e6-1f1fa:flag-au,flag_au,au,australia
1f1e6-1f1fc:flag-aw,flag_aw,aw,aruba 1f1e6-1f1fd:flag-ax,flag_ax,ax,aland_islands
1f1e6-1f1ff:flag-az,flag_az,az,azerbaijan 1f1e7-1f1e6:flag-ba,flag_ba,ba,bosnia_herzegovina
1f1e7-1f1e7:flag-bb,flag_bb,bb,barbados 1f1e7-1f1e9:flag-bd,flag_bd,bd,bangladesh
1f1e7-1f1ea:flag-be,flag_be,be,belgium 1f1e7-1f1eb:flag-bf,flag_bf,bf,burkina_faso
1f1e7-1f1ec:flag-bg,flag_bg,bg,bulgaria 1f1e7-1f1ed:flag-bh,flag_bh,bh,bahrain
1f1e7-1f1ee:flag-bi,flag_bi,bi,burundi 1f1e7-1f1ef:flag-bj,flag_bj,bj,benin
1f1e7-1f1f1:flag-bl,flag_bl,bl,st_barthelemy 1f1e7-1f1f2:flag-bm,flag_bm,bm,bermuda
1f1e7-1f1f3:flag-bn,flag_bn,bn,brunei 1f1e7-1f1f4:flag-bo,flag_bo,bo,bolivia
1f1e7-1f1f6:flag-bq,flag_bq,bq,caribbean_netherlands 1f1e7-1f1f7:flag-br,flag_br,br,brazil
1f1e7-1f1f8:flag-bs,flag_bs,bs,bahamas 1f1e7-1f1f9:flag-bt,flag_bt,bt,bhutan
1f1e7-1f1fb:flag-bv,flag_bv,bv,bouvet_island 1f1e7-1f1fc:flag-bw,flag_bw,bw,botswana
1f1e7-1f1fe:flag-by,flag_by,by,belarus 1f1e7-1f1ff:flag-bz,flag_bz,bz,belize
1f1e8-1f1e6:flag-ca,flag_ca,ca,canada 1f1e8-1f1e8:flag-cc,flag_cc,cc,cocos_islands
1f1e8-1f1e9:flag-cd,flag_cd,congo,congo_kinshasa 1f1e8-1f1eb:flag-cf,flag_cf,cf,central_african_republic
1f1e8-1f1ec:flag-cg,flag_cg,cg,congo_brazzaville 1f1e8-1f1ed:flag-ch,flag_ch,ch,switzerland
1f1e8-1f1ee:flag-ci,flag_ci,ci,cote_divoire 1f1e8-1f1f0:flag-ck,flag_ck,ck,cook_islands
1f1e8-1f1f1:flag-cl,flag_cl,chile 1f1e8-1f1f2:flag-cm,flag_cm,cm,cameroon 1f1e8-1f1f3:cn,flag-cn,flag_cn
1f1e8-1f1f4:flag-co,flag_co,co,colombia 1f1e8-1f1f5:flag-cp,flag_cp,cp,clipperton_island
1f1e8-1f1f6:flag-sark 1f1e8-1f1f7:flag-cr,flag_cr,cr,costa_rica 1f1e8-1f1fa:flag-cu,flag_cu,cu,cuba
1f1e8-1f1fb:flag-cv,flag_cv,cv,cape_verde 1f1e8-1f1fc:flag-cw,flag_cw,cw,curacao
1f1e8-1f1fd:flag-cx,flag_cx,cx,christmas_island 1f1e8-1f1fe:flag-cy,flag_cy,cy,cyprus
1f1e8-1f1ff:flag-cz,flag_cz,cz,czech_republic 1f1e9-1f1ea:de,flag-de,flag_de
1f1e9-1f1ec:flag-dg,flag_dg,dg,diego_garcia 1f1e9-1f1ef:flag-dj,flag_dj,dj,djibouti
1f1e9-1f1f0:flag-dk,flag_dk,dk,denmark 1f1e9-1f1f2:flag-dm,flag_dm,dm,dominica
1f1e9-1f1f4:flag-do,flag_do,do,dominican_republic 1f1e9-1f1ff:flag-dz,flag_dz,dz,algeria
1f1ea-1f1e6:flag-ea,flag_ea,ea,ceuta_melilla 1f1ea-1f1e8:flag-ec,flag_ec,ec,ecuador
1f1ea-1f1ea:flag-ee,flag_ee,ee,estonia 1f1ea-1f1ec:flag-eg,flag_eg,eg,egypt
1f1ea-1f1ed:flag-eh,flag_eh,eh,western_sahara 1f1ea-1f1f7:flag-er,flag_er,er,eritrea
1f1ea-1f1f8:es,flag-es,flag_es 1f1ea-1f1f9:flag-et,flag_et,et,ethiopia
1f1ea-1f1fa:flag-eu,flag_eu,eu,european_union 1f1eb-1f1ee:flag-fi,flag_fi,fi,finland
1f1eb-1f1ef:flag-fj,flag_fj,fj,fiji 1f1eb-1f1f0:flag-fk,flag_fk,fk,falkland_islands
1f1eb-1f1f2:flag-fm,flag_fm,fm,micronesia 1f1eb-1f1f4:flag-fo,flag_fo,fo,faroe_islands
1f1eb-1f1f7:fr,flag-fr,flag_fr 1f1ec-1f1e6:flag-ga,flag_ga,ga,gabon 1f1ec-1f1e7:gb,uk,flag-gb,flag_gb
1f1ec-1f1e9:flag-gd,flag_gd,gd,grenada 1f1ec-1f1ea:flag-ge,flag_ge,ge,georgia
1f1ec-1f1eb:flag-gf,flag_gf,gf,french_guiana 1f1ec-1f1ec:flag-gg,flag_gg,gg,guernsey
1f1ec-1f1ed:flag-gh,flag_gh,gh,ghana 1f1ec-1f1ee:flag-gi,flag_gi,gi,gibraltar
1f1ec-1f1f1:flag-gl,flag_gl,gl,greenland 1f1ec-1f1f2:flag-gm,flag_gm,gm,gambia
1f1ec-1f1f3:flag-gn,flag_gn,gn,guinea 1f1ec-1f1f5:flag-gp,flag_gp,gp,guadeloupe
1f1ec-1f1f6:flag-gq,flag_gq,gq,equatorial_guinea 1f1ec-1f1f7:flag-gr,flag_gr,gr,greece
1f1ec-1f1f8:flag-gs,flag_gs,gs,south_georgia_south_sandwich_islands 1f1ec-1f1f9:flag-gt,flag_gt,gt,guatemala
1f1ec-1f1fa:flag-gu,flag_gu,gu,guam 1f1ec-1f1fc:flag-gw,flag_gw,gw,guinea_bissau
1f1ec-1f1fe:flag-gy,flag_gy,gy,guyana 1f1ed-1f1f0:flag-hk,flag_hk,hk,hong_kong
1f1ed-1f1f2:flag-hm,flag_hm,hm,heard_mcdonald_islands 1f1ed-1f1f3:flag-hn,flag_hn,hn,honduras
1f1ed-1f1f7:flag-hr,flag_hr,hr,croatia 1f1ed-1f1f9:flag-ht,flag_ht,ht,haiti
1f1ed-1f1fa:flag-hu,flag_hu,hu,hungary 1f1ee-1f1e8:flag-ic,flag_ic,ic,canary_islands
1f1ee-1f1e9:flag-id,flag_id,indonesia 1f1ee-1f1ea:flag-ie,flag_ie,ie,ireland
1f1ee-1f1f1:flag-il,flag_il,il,israel 1f1ee-1f1f2:flag-im,flag_im,im,isle_of_man
1f1ee-1f1f3:flag-in,flag_in,in,india 1f1ee-1f1f4:flag-io,flag_io,io,british_indian_ocean_territory
1f1ee-1f1f6:flag-iq,flag_iq,iq,iraq 1f1ee-1f1f7:flag-ir,flag_ir,ir,iran
1f1ee-1f1f8:flag-is,flag_is,is,iceland 1f1ee-1f1f9:it,flag-it,flag_it 1f1ef-1f1ea:flag-je,flag_je,je,jersey
1f1ef-1f1f2:flag-jm,flag_jm,jm,jamaica 1f1ef-1f1f4:flag-jo,flag_jo,jo,jordan 1f1ef-1f1f5:jp,flag-jp,flag_jp
1f1f0-1f1ea:flag-ke,flag_ke,ke,kenya 1f1f0-1f1ec:flag-kg,flag_kg,kg,kyrgyzstan
1f1f0-1f1ed:flag-kh,flag_kh,kh,cambodia 1f1f0-1f1ee:flag-ki,flag_ki,ki,kiribati
1f1f0-1f1f2:flag-km,flag_km,km,comoros 1f1f0-1f1f3:flag-kn,flag_kn,kn,st_kitts_nevis
1f1f0-1f1f5:flag-kp,flag_kp,kp,north_korea 1f1f0-1f1f7:kr,flag-kr,flag_kr
1f1f0-1f1fc:flag-kw,flag_kw,kw,kuwait 1f1f0-1f1fe:flag-ky,flag_ky,ky,cayman_islands
1f1f0-1f1ff:flag-kz,flag_kz,kz,kazakhstan 1f1f1-1f1e6:flag-la,flag_la,la,laos
1f1f1-1f1e7:flag-lb,flag_lb,lb,lebanon 1f1f1-1f1e8:flag-lc,flag_lc,lc,st_lucia
1f1f1-1f1ee:flag-li,flag_li,li,liechtenstein 1f1f1-1f1f0:flag-lk,flag_lk,lk,sri_lanka
1f1f1-1f1f7:flag-lr,flag_lr,lr,liberia 1f1f1-1f1f8:flag-ls,flag_ls,ls,lesotho
1f1f1-1f1f9:flag-lt,flag_lt,lt,lithuania 1f1f1-1f1fa:flag-lu,flag_lu,lu,luxembourg
1f1f1-1f1fb:flag-lv,flag_lv,lv,latvia 1f1f1-1f1fe:flag-ly,flag_ly,ly,libya
1f1f2-1f1e6:flag-ma,flag_ma,ma,morocco 1f1f2-1f1e8:flag-mc,flag_mc,mc,monaco
1f1f2-1f1e9:flag-md,flag_md,md,moldova 1f1f2-1f1ea:flag-me,flag_me,me,montenegro
1f1f2-1f1eb:flag-mf,flag_mf,mf,st_martin 1f1f2-1f1ec:flag-mg,flag_mg,mg,madagascar
1f1f2-1f1ed:flag-mh,flag_mh,mh,marshall_islands 1f1f2-1f1f0:flag-mk,flag_mk,mk,macedonia
1f1f2-1f1f1:flag-ml,flag_ml,ml,mali 1f1f2-1f1f2:flag-mm,flag_mm,mm,myanmar
1f1f2-1f1f3:flag-mn,flag_mn,mn,mongolia 1f1f2-1f1f4:flag-mo,flag_mo,mo,macau
1f1f2-1f1f5:flag-mp,flag_mp,mp,northern_mariana_islands 1f1f2-1f1f6:flag-mq,flag_mq,mq,martinique
1f1f2-1f1f7:flag-mr,flag_mr,mr,mauritania 1f1f2-1f1f8:flag-ms,flag_ms,ms,montserrat
1f1f2-1f1f9:flag-mt,flag_mt,mt,malta 1f1f2-1f1fa:flag-mu,flag_mu,mu,mauritius
1f1f2-1f1fb:flag-mv,flag_mv,mv,maldives 1f1f2-1f1fc:flag-mw,flag_mw,mw,malawi
1f1f2-1f1fd:flag-mx,flag_mx,mx,mexico 1f1f2-1f1fe:flag-my,flag_my,my,malaysia
1f1f2-1f1ff:flag-mz,flag_mz,mz,mozambique 1f1f3-1f1e6:flag-na,flag_na,na,namibia
1f1f3-1f1e8:flag-nc,flag_nc,nc,new_caledonia 1f1f3-1f1ea:flag-ne,flag_ne,ne,niger
1f1f3-1f1eb:flag-nf,flag_nf,nf,norfolk_island 1f1f3-1f1ec:flag-ng,flag_ng,nigeria
1f1f3-1f1ee:flag-ni,flag_ni,ni,nicaragua 1f1f3-1f1f1:flag-nl,flag_nl,nl,netherlands
1f1f3-1f1f4:flag-no,flag_no,no,norway 1f1f3-1f1f5:flag-np,flag_np,np,nepal
1f1f3-1f1f7:flag-nr,flag_nr,nr,nauru 1f1f3-1f1fa:flag-nu,flag_nu,nu,niue
1f1f3-1f1ff:flag-nz,flag_nz,nz,new_zealand 1f1f4-1f1f2:flag-om,flag_om,om,oman
1f1f5-1f1e6:flag-pa,flag_pa,pa,panama 1f1f5-1f1ea:flag-pe,flag_pe,pe,peru
1f1f5-1f1eb:flag-pf,flag_pf,pf,french_polynesia 1f1f5-1f1ec:flag-pg,flag_pg,pg,papua_new_guinea
1f1f5-1f1ed:flag-ph,flag_ph,ph,philippines 1f1f5-1f1f0:flag-pk,flag_pk,pk,pakistan
1f1f5-1f1f1:flag-pl,flag_pl,pl,poland 1f1f5-1f1f2:flag-pm,flag_pm,pm,st_pierre_miquelon
1f1f5-1f1f3:flag-pn,flag_pn,pn,pitcairn_islands 1f1f5-1f1f7:flag-pr,flag_pr,pr,puerto_rico
1f1f5-1f1f8:flag-ps,flag_ps,ps,palestinian_territories 1f1f5-1f1f9:flag-pt,flag_pt,pt,portugal
1f1f5-1f1fc:flag-pw,flag_pw,pw,palau 1f1f5-1f1fe:flag-py,flag_py,py,paraguay
1f1f6-1f1e6:flag-qa,flag_qa,qa,qatar 1f1f7-1f1ea:flag-re,flag_re,re,reunion
1f1f7-1f1f4:flag-ro,flag_ro,ro,romania 1f1f7-1f1f8:flag-rs,flag_rs,rs,serbia 1f1f7-1f1fa:ru,flag-ru,flag_ru
1f1f7-1f1fc:flag-rw,flag_rw,rw,rwanda 1f1f8-1f1e6:flag-sa,flag_sa,saudiarabia,saudi,saudi_arabia
1f1f8-1f1e7:flag-sb,flag_sb,sb,solomon_islands 1f1f8-1f1e8:flag-sc,flag_sc,sc,seychelles
1f1f8-1f1e9:flag-sd,flag_sd,sd,sudan 1f1f8-1f1ea:flag-se,flag_se,se,sweden
1f1f8-1f1ec:flag-sg,flag_sg,sg,singapore 1f1f8-1f1ed:flag-sh,flag_sh,sh,st_helena
1f1f8-1f1ee:flag-si,flag_si,si,slovenia 1f1f8-1f1ef:flag-sj,flag_sj,sj,svalbard_jan_mayen
1f1f8-1f1f0:flag-sk,flag_sk,sk,slovakia 1f1f8-1f1f1:flag-sl,flag_sl,sl,sierra_leone
1f1f8-1f1f2:flag-sm,flag_sm,sm,san_marino 1f1f8-1f1f3:flag-sn,flag_sn,sn,senegal
1f1f8-1f1f4:flag-so,flag_so,so,somalia 1f1f8-1f1f7:flag-sr,flag_sr,sr,suriname
1f1f8-1f1f8:flag-ss,flag_ss,ss,south_sudan 1f1f8-1f1f9:flag-st,flag_st,st,sao_tome_principe
1f1f8-1f1fb:flag-sv,flag_sv,sv,el_salvador 1f1f8-1f1fd:flag-sx,flag_sx,sx,sint_maarten
1f1f8-1f1fe:flag-sy,flag_sy,sy,syria 1f1f8-1f1ff:flag-sz,flag_sz,sz,swaziland
1f1f9-1f1e6:flag-ta,flag_ta,ta,tristan_da_cunha 1f1f9-1f1e8:flag-tc,flag_tc,tc,turks_caicos_islands
1f1f9-1f1e9:flag-td,flag_td,td,chad 1f1f9-1f1eb:flag-tf,flag_tf,tf,french_southern_territories
1f1f9-1f1ec:flag-tg,flag_tg,tg,togo 1f1f9-1f1ed:flag-th,flag_th,th,thailand
1f1f9-1f1ef:flag-tj,flag_tj,tj,tajikistan 1f1f9-1f1f0:flag-tk,flag_tk,tk,tokelau
1f1f9-1f1f1:flag-tl,flag_tl,tl,timor_leste 1f1f9-1f1f2:flag-tm,flag_tm,turkmenistan
1f1f9-1f1f3:flag-tn,flag_tn,tn,tunisia 1f1f9-1f1f4:flag-to,flag_to,to,tonga 1f1f9-1f1f7:flag-tr,flag_tr,tr
1f1f9-1f1f9:flag-tt,flag_tt,tt,trinidad_tobago 1f1f9-1f1fb:flag-tv,flag_tv,tuvalu
1f1f9-1f1fc:flag-tw,flag_tw,tw,taiwan 1f1f9-1f1ff:flag-tz,flag_tz,tz,tanzania
1f1fa-1f1e6:flag-ua,flag_ua,ua,ukraine 1f1fa-1f1ec:flag-ug,flag_ug,ug,uganda
1f1fa-1f1f2:flag-um,flag_um,um,us_outlying_islands 1f1fa-1f1f3:flag-un,united_nations
1f1fa-1f1f8:us,flag-us,flag_us 1f1fa-1f1fe:flag-uy,flag_uy,uy,uruguay
1f1fa-1f1ff:flag-uz,flag_uz,uz,uzbekistan 1f1fb-1f1e6:flag-va,flag_va,va,vatican_city
1f1fb-1f1e8:flag-vc,flag_vc,vc,st_vincent_grenadines 1f1fb-1f1ea:flag-ve,flag_ve,ve,venezuela
1f1fb-1f1ec:flag-vg,flag_vg,vg,british_virgin_islands 1f1fb-1f1ee:flag-vi,flag_vi,vi,us_virgin_islands
1f1fb-1f1f3:flag-vn,flag_vn,vn,vietnam 1f1fb-1f1fa:flag-vu,flag_vu,vu,vanuatu
1f1fc-1f1eb:flag-wf,flag_wf,wf,wallis_futuna 1f1fc-1f1f8:flag-ws,flag_ws,ws,samoa
1f1fd-1f1f0:flag-xk,flag_xk,xk,kosovo 1f1fe-1f1ea:flag-ye,flag_ye,ye,yemen
1f1fe-1f1f9:flag-yt,flag_yt,yt,mayotte 1f1ff-1f1e6:flag-za,flag_za,za,south_africa
1f1ff-1f1f2:flag-zm,flag_zm,zm,zambia 1f1ff-1f1fc:flag-zw,flag_zw,zw,zimbabwe 1f201:koko 1f202:sa
1f22f:u6307 1f233:u7a7a 1f303:night_with_stars 1f304:sunrise_over_mountains 1f306:city_sunset,city_dusk
1f307:sunset 1f309:bridge_at_night 1f30a:water_wave 1f310:globe_with_meridians
1f314:moon,waxing_gibbous_moon 1f319:crescent_moon 1f31a:new_moon_with_face
1f31b:first_quarter_moon_with_face 1f31c:last_quarter_moon_with_face 1f31d:full_moon_with_face
1f31e:sun_with_face 1f31f:star2 1f320:stars
1f324:sun_small_cloud,white_sun_small_cloud,white_sun_with_small_cloud,sun_behind_small_cloud
1f325:barely_sunny,sun_behind_cloud,white_sun_cloud,white_sun_behind_cloud,sun_behind_large_cloud
1f326:partly_sunny_rain,sun_behind_rain_cloud,white_sun_rain_cloud,white_sun_behind_cloud_with_rain
1f327:rain_cloud,cloud_rain,cloud_with_rain 1f328:snow_cloud,cloud_snow,cloud_with_snow
1f329:lightning_cloud,cloud_lightning,cloud_with_lightning
1f32a:tornado_cloud,cloud_tornado,cloud_with_tornado 1f32c:wind_blowing_face,wind_face 1f32d:hot_dog
1f33d:ear_of_corn 1f33e:sheaf_of_rice 1f34e:red_apple 1f356:meat_on_bone 1f357:poultry_leg 1f359:rice_ball
1f35a:cooked_rice 1f35b:curry_rice 1f35c:steaming_bowl 1f35f:french_fries 1f364:fried_shrimp 1f365:fish_cake
1f366:icecream 1f36b:chocolate_bar 1f36e:pudding 1f36f:honey_pot 1f370:shortcake 1f371:bento_box
1f372:pot_of_food 1f373:fried_egg 1f377:wine_glass 1f37a:beer_mug
1f37d:knife_fork_plate,fork_knife_plate,plate_with_cutlery 1f37e:bottle_with_popping_cork 1f381:wrapped_gift
1f382:birthday_cake 1f383:jack_o_lantern 1f384:christmas_tree 1f385:santa_claus 1f389:party_popper
1f38a:confetti_ball 1f391:rice_scene 1f392:school_satchel 1f396:medal,medal_military 1f399:microphone2
1f39e:film_frames,film_strip 1f39f:admission_tickets,tickets 1f3a0:carousel_horse
1f3a3:fishing_pole_and_fish,fishing_pole 1f3a7:headphone 1f3a9:tophat 1f3aa:circus_tent 1f3ab:ticket
1f3ac:clapper,clapper_board 1f3af:dart 1f3b1:8ball 1f3b2:game_die 1f3b4:flower_playing_cards
1f3b5:musical_note 1f3b6:notes 1f3bd:running_shirt_with_sash 1f3bf:skis 1f3c3:person_running
1f3c3-200d-2640:woman-running,running_woman 1f3c3-200d-2642:man-running,running_man
1f3c4:surfer,person_surfing 1f3c4-200d-2640:woman-surfing,surfing_woman
1f3c4-200d-2642:man-surfing,surfing_man 1f3c5:sports_medal,medal_sports 1f3c8:football 1f3c9:rugby_football
1f3ca:swimmer,person_swimming 1f3ca-200d-2640:woman-swimming,swimming_woman
1f3ca-200d-2642:man-swimming,swimming_man 1f3cb:weight_lifter,person_lifting_weights,lifter,weight_lifting
1f3cb-200d-2640:woman-lifting-weights,weight_lifting_woman
1f3cb-200d-2642:man-lifting-weights,weight_lifting_man 1f3cc:golfer,person_golfing,golfing
1f3cc-200d-2640:woman-golfing,golfing_woman 1f3cc-200d-2642:man-golfing,golfing_man 1f3cd:racing_motorcycle
1f3ce:racing_car,race_car 1f3cf:cricket_bat_and_ball,cricket_bat_ball 1f3d1:field_hockey_stick_and_ball
1f3d2:ice_hockey_stick_and_puck,hockey 1f3d3:table_tennis_paddle_and_ball
1f3d4:snow_capped_mountain,mountain_snow 1f3d5:camping 1f3d6:beach_with_umbrella,beach_umbrella
1f3d7:building_construction,construction_site 1f3d8:house_buildings,homes 1f3d9:cityscape
1f3da:derelict_house_building,house_abandoned 1f3dd:desert_island 1f3de:park 1f3e1:house_with_garden
1f3e3:post_office 1f3e4:european_post_office 1f3ef:japanese_castle 1f3f0:european_castle
1f3f3:waving_white_flag,flag_white 1f3f3-200d-1f308:rainbow-flag,gay_pride_flag
1f3f4:waving_black_flag,flag_black 1f3f4-e0067-e0062-e0065-e006e-e0067-e007f:flag-england,england
1f3f4-e0067-e0062-e0073-e0063-e0074-e007f:flag-scotland,scotland
1f3f4-e0067-e0062-e0077-e006c-e0073-e007f:flag-wales,wales 1f3f8:badminton_racquet_and_shuttlecock
1f401:mouse2 1f404:cow2 1f405:tiger2 1f407:rabbit2 1f408:cat2 1f40b:whale2 1f40e:racehorse 1f411:ewe
1f415:dog2 1f416:pig2 1f425:hatched_chick 1f42a:dromedary_camel 1f42d:mouse,mouse_face 1f42e:cow,cow_face
1f42f:tiger,tiger_face 1f430:rabbit,rabbit_face 1f431:cat,cat_face 1f434:horse,horse_face 1f436:dog,dog_face
1f437:pig,pig_face 1f43c:panda_face 1f43e:feet 1f441-200d-1f5e8:eye-in-speech-bubble,eye_speech_bubble
1f446:point_up_2 1f44a:facepunch,oncoming_fist,fist_oncoming 1f44b:waving_hand 1f44c:ok_hand
1f44d:thumbsup,thumbup 1f44e:thumbsdown,thumbdown 1f452:womans_hat 1f453:eyeglasses 1f454:necktie
1f455:t_shirt 1f45a:womans_clothes 1f45d:clutch_bag 1f45e:mans_shoe 1f460:high_heel 1f461:womans_sandal
1f462:womans_boot 1f464:bust_in_silhouette 1f465:busts_in_silhouette 1f468-200d-1f33e:male-farmer
1f468-200d-1f373:male-cook 1f468-200d-1f393:male-student 1f468-200d-1f3a4:male-singer
1f468-200d-1f3a8:male-artist 1f468-200d-1f3eb:male-teacher 1f468-200d-1f3ed:male-factory-worker
1f468-200d-1f466:man-boy 1f468-200d-1f466-200d-1f466:man-boy-boy 1f468-200d-1f467:man-girl
1f468-200d-1f467-200d-1f466:man-girl-boy 1f468-200d-1f467-200d-1f467:man-girl-girl
1f468-200d-1f468-200d-1f466:man-man-boy,family_mmb
1f468-200d-1f468-200d-1f466-200d-1f466:man-man-boy-boy,family_mmbb
1f468-200d-1f468-200d-1f467:man-man-girl,family_mmg
1f468-200d-1f468-200d-1f467-200d-1f466:man-man-girl-boy,family_mmgb
1f468-200d-1f468-200d-1f467-200d-1f467:man-man-girl-girl,family_mmgg
1f468-200d-1f469-200d-1f466:man-woman-boy
1f468-200d-1f469-200d-1f466-200d-1f466:man-woman-boy-boy,family_mwbb
1f468-200d-1f469-200d-1f467:man-woman-girl,family_mwg
1f468-200d-1f469-200d-1f467-200d-1f466:man-woman-girl-boy,family_mwgb
1f468-200d-1f469-200d-1f467-200d-1f467:man-woman-girl-girl,family_mwgg 1f468-200d-1f4bb:male-technologist
1f468-200d-1f4bc:male-office-worker 1f468-200d-1f527:male-mechanic 1f468-200d-1f52c:male-scientist
1f468-200d-1f680:male-astronaut 1f468-200d-1f692:male-firefighter 1f468-200d-1f9af:man_with_probing_cane
1f468-200d-1f9b0:red_haired_man,man_red_haired 1f468-200d-1f9b1:curly_haired_man,man_curly_haired
1f468-200d-1f9b2:bald_man 1f468-200d-1f9b3:white_haired_man,man_white_haired 1f468-200d-2695:male-doctor
1f468-200d-2696:male-judge 1f468-200d-2708:male-pilot
1f468-200d-2764-200d-1f468:man-heart-man,couple_mm,couple_with_heart_mm
1f468-200d-2764-200d-1f48b-200d-1f468:man-kiss-man,kiss_mm,couplekiss_mm,couplekiss_man_man
1f469-200d-1f33e:female-farmer 1f469-200d-1f373:female-cook 1f469-200d-1f393:female-student
1f469-200d-1f3a4:female-singer 1f469-200d-1f3a8:female-artist 1f469-200d-1f3eb:female-teacher
1f469-200d-1f3ed:female-factory-worker 1f469-200d-1f466:woman-boy 1f469-200d-1f466-200d-1f466:woman-boy-boy
1f469-200d-1f467:woman-girl 1f469-200d-1f467-200d-1f466:woman-girl-boy
1f469-200d-1f467-200d-1f467:woman-girl-girl 1f469-200d-1f469-200d-1f466:woman-woman-boy,family_wwb
1f469-200d-1f469-200d-1f466-200d-1f466:woman-woman-boy-boy,family_wwbb
1f469-200d-1f469-200d-1f467:woman-woman-girl,family_wwg
1f469-200d-1f469-200d-1f467-200d-1f466:woman-woman-girl-boy,family_wwgb
1f469-200d-1f469-200d-1f467-200d-1f467:woman-woman-girl-girl,family_wwgg
1f469-200d-1f4bb:female-technologist 1f469-200d-1f4bc:female-office-worker 1f469-200d-1f527:female-mechanic
1f469-200d-1f52c:female-scientist 1f469-200d-1f680:female-astronaut 1f469-200d-1f692:female-firefighter
1f469-200d-1f9af:woman_with_probing_cane 1f469-200d-1f9b0:red_haired_woman,woman_red_haired
1f469-200d-1f9b1:curly_haired_woman,woman_curly_haired 1f469-200d-1f9b2:bald_woman
1f469-200d-1f9b3:white_haired_woman,woman_white_haired 1f469-200d-2695:female-doctor
1f469-200d-2696:female-judge 1f469-200d-2708:female-pilot 1f469-200d-2764-200d-1f468:woman-heart-man
1f469-200d-2764-200d-1f469:woman-heart-woman,couple_ww,couple_with_heart_ww
1f469-200d-2764-200d-1f48b-200d-1f468:woman-kiss-man,couplekiss_man_woman
1f469-200d-2764-200d-1f48b-200d-1f469:woman-kiss-woman,kiss_ww,couplekiss_ww,couplekiss_woman_woman
1f46b:woman_and_man_holding_hands,couple 1f46c:men_holding_hands 1f46d:women_holding_hands
1f46e:police_officer 1f46e-200d-2640:female-police-officer,policewoman
1f46e-200d-2642:male-police-officer,policeman 1f46f:people_with_bunny_ears_partying
1f46f-200d-2640:women-with-bunny-ears-partying,woman-with-bunny-ears-partying,women_with_bunny_ears_partying,dancing_women
1f46f-200d-2642:men-with-bunny-ears-partying,man-with-bunny-ears-partying,men_with_bunny_ears_partying,dancing_men
1f470:bride_with_veil,person_with_veil 1f471:person_with_blond_hair
1f471-200d-2640:blond-haired-woman,blond-haired_woman,blonde_woman
1f471-200d-2642:blond-haired-man,blond-haired_man 1f472:man_with_gua_pi_mao,man_with_chinese_cap
1f473:man_with_turban,person_wearing_turban,person_with_turban
1f473-200d-2640:woman-wearing-turban,woman_with_turban 1f473-200d-2642:man-wearing-turban 1f474:old_man
1f475:grandma,old_woman 1f477-200d-2640:female-construction-worker,construction_worker_woman
1f477-200d-2642:male-construction-worker,construction_worker_man 1f479:japanese_ogre 1f47a:japanese_goblin
1f47c:baby_angel 1f47e:alien_monster 1f480:skeleton 1f481:tipping_hand_person
1f481-200d-2640:woman-tipping-hand,sassy_woman,tipping_hand_woman
1f481-200d-2642:man-tipping-hand,sassy_man,tipping_hand_man 1f482:guardsman
1f482-200d-2640:female-guard,guardswoman 1f482-200d-2642:male-guard 1f483:woman_dancing
1f486:person_getting_massage 1f486-200d-2640:woman-getting-massage,woman_getting_face_massage,massage_woman
1f486-200d-2642:man-getting-massage,man_getting_face_massage,massage_man 1f487:person_getting_haircut
1f487-200d-2640:woman-getting-haircut,haircut_woman 1f487-200d-2642:man-getting-haircut,haircut_man
1f488:barber_pole 1f48b:kiss,kiss_mark 1f48e:gem_stone 1f48f:couplekiss 1f493:beating_heart 1f497:heartpulse
1f49f:heart_decoration 1f4a0:diamond_shape_with_a_dot_inside 1f4a7:droplet 1f4a8:dashing_away
1f4a9:hankey,shit,poo 1f4aa:flexed_biceps 1f4ab:dizzy 1f4ad:thought_balloon 1f4b0:moneybag,money_bag
1f4b1:currency_exchange 1f4b2:heavy_dollar_sign 1f4b4:yen,yen_banknote 1f4b5:dollar 1f4b6:euro,euro_banknote
1f4b7:pound 1f4b9:chart 1f4bd:computer_disk 1f4bf:optical_disk 1f4c2:open_file_folder 1f4c4:page_facing_up
1f4c5:date 1f4c6:calendar 1f4c8:chart_with_upwards_trend 1f4c9:chart_with_downwards_trend 1f4cc:pushpin
1f4cd:round_pushpin 1f4cf:straight_ruler 1f4d1:bookmark_tabs 1f4d4:notebook_with_decorative_cover
1f4dd:pencil 1f4de:telephone_receiver 1f4e0:fax_machine 1f4e1:satellite 1f4e3:mega 1f4e4:outbox_tray
1f4e5:inbox_tray 1f4e7:email,e_mail 1f4e8:incoming_envelope 1f4e9:envelope_with_arrow 1f4ea:mailbox_closed
1f4ec:mailbox_with_mail 1f4ed:mailbox_with_no_mail 1f4ee:postbox 1f4ef:postal_horn 1f4f0:newspaper
1f4f4:mobile_phone_off 1f4f5:no_mobile_phones 1f4f6:antenna_bars 1f4f8:camera_with_flash,camera_flash
1f4fd:film_projector 1f500:twisted_rightwards_arrows 1f503:arrows_clockwise 1f504:arrows_counterclockwise
1f507:muted_speaker 1f509:sound 1f50a:loud_sound 1f50d:mag 1f50e:mag_right 1f50f:lock_with_ink_pen
1f510:closed_lock_with_key 1f512:lock 1f513:unlock 1f515:no_bell 1f519:back_arrow 1f51a:end_arrow
1f51b:on_arrow 1f51c:soon_arrow 1f51d:top_arrow 1f51f:keycap_ten 1f522:input_numbers 1f523:input_symbols
1f52a:kitchen_knife 1f52b:pistol 1f52f:six_pointed_star 1f532:black_square_button 1f533:white_square_button
1f535:large_blue_circle 1f53a:small_red_triangle 1f53b:small_red_triangle_down 1f53c:arrow_up_small
1f53d:arrow_down_small 1f549:om_symbol 1f54e:menorah_with_nine_branches 1f550:clock1,one_oclock
1f551:clock2,two_oclock 1f552:clock3,three_oclock 1f553:clock4,four_oclock 1f554:clock5,five_oclock
1f555:clock6,six_oclock 1f556:clock7,seven_oclock 1f557:clock8,eight_oclock 1f558:clock9,nine_oclock
1f559:clock10,ten_oclock 1f55a:clock11,eleven_oclock 1f55b:clock12,twelve_oclock 1f55c:clock130
1f55d:clock230 1f55e:clock330 1f55f:clock430 1f560:clock530 1f561:clock630 1f562:clock730 1f563:clock830
1f564:clock930 1f565:clock1030 1f566:clock1130 1f567:clock1230 1f570:clock,mantlepiece_clock
1f574:man_in_business_suit_levitating,levitate,business_suit_levitating 1f575:sleuth_or_spy
1f575-200d-2640:female-detective,female_detective 1f575-200d-2642:male-detective,male_detective
1f57a:man_dancing,male_dancer 1f587:linked_paperclips,paperclips
1f58a:lower_left_ballpoint_pen,pen_ballpoint 1f58b:lower_left_fountain_pen,pen_fountain
1f58c:lower_left_paintbrush 1f58d:lower_left_crayon 1f590:raised_hand_with_fingers_splayed,hand_splayed
1f595:reversed_hand_with_middle_finger_extended,fu
1f596:spock-hand,vulcan,raised_hand_with_part_between_middle_and_ring_fingers,vulcan_salute 1f5a5:desktop
1f5b1:three_button_mouse,mouse_three_button 1f5bc:frame_with_picture,frame_photo
1f5c2:card_index_dividers,dividers 1f5c3:card_file_box,card_box 1f5d2:spiral_note_pad,notepad_spiral
1f5d3:spiral_calendar_pad,calendar_spiral 1f5dc:clamp 1f5dd:key2
1f5de:rolled_up_newspaper,newspaper2,newspaper_roll 1f5e1:dagger_knife 1f5e3:speaking_head_in_silhouette
1f5e8:left_speech_bubble,speech_left 1f5ef:right_anger_bubble,anger_right 1f5f3:ballot_box_with_ballot
1f5fe:map_of_japan 1f5ff:moai 1f600:grinning_face 1f601:grin 1f604:smile 1f606:satisfied 1f609:winking_face
1f60c:relieved_face 1f60f:smirking_face 1f610:neutral_face 1f612:unamused_face 1f614:pensive_face
1f615:confused_face 1f617:kissing 1f618:kissing_heart 1f619:kissing_smiling_eyes 1f61a:kissing_closed_eyes
1f61c:stuck_out_tongue_winking_eye 1f61f:worried_face 1f620:angry_face 1f621:pouting_face,pout
1f622:crying_face 1f628:fearful,fearful_face 1f629:weary_face 1f62a:sleepy_face 1f62b:tired_face
1f62f:hushed_face 1f633:flushed_face 1f634:sleeping_face 1f635:dizzy_face 1f63a:grinning_cat
1f63f:crying_cat_face 1f641:slightly_frowning_face 1f642:slightly_smiling_face,slight_smile
1f643:upside_down_face 1f644:face_with_rolling_eyes,roll_eyes 1f645:no_good,person_gesturing_no
1f645-200d-2640:woman-gesturing-no,ng_woman,no_good_woman
1f645-200d-2642:man-gesturing-no,ng_man,no_good_man 1f646:ok_woman,person_gesturing_ok,ok_person
1f646-200d-2640:woman-gesturing-ok 1f646-200d-2642:man-gesturing-ok,ok_man 1f647:person_bowing
1f647-200d-2640:woman-bowing,bowing_woman 1f647-200d-2642:man-bowing,bowing_man 1f64b:person_raising_hand
1f64b-200d-2640:woman-raising-hand,raising_hand_woman 1f64b-200d-2642:man-raising-hand,raising_hand_man
1f64c:raising_hands 1f64d:frowning_person 1f64d-200d-2640:woman-frowning,frowning_woman
1f64d-200d-2642:man-frowning,frowning_man 1f64e:person_with_pouting_face
1f64e-200d-2640:woman-pouting,pouting_woman 1f64e-200d-2642:man-pouting,pouting_man 1f64f:folded_hands
1f682:locomotive 1f684:bullettrain_side 1f685:bullettrain_front 1f686:train2 1f687:metro 1f68a:tram
1f68b:train,tram_car 1f68e:trolleybus 1f68f:busstop 1f697:red_car,automobile 1f699:blue_car 1f69a:truck
1f69b:articulated_lorry 1f6a3:person_rowing_boat 1f6a3-200d-2640:woman-rowing-boat,rowing_woman
1f6a3-200d-2642:man-rowing-boat,rowing_man 1f6a5:traffic_light 1f6a7:construction
1f6a9:triangular_flag_on_post 1f6ab:no_entry_sign 1f6ac:cigarette 1f6af:no_littering
1f6b4:bicyclist,person_biking 1f6b4-200d-2640:woman-biking,biking_woman
1f6b4-200d-2642:man-biking,biking_man 1f6b5:mountain_bicyclist,person_mountain_biking
1f6b5-200d-2640:woman-mountain-biking,mountain_biking_woman
1f6b5-200d-2642:man-mountain-biking,mountain_biking_man 1f6b6:person_walking
1f6b6-200d-2640:woman-walking,walking_woman 1f6b6-200d-2642:man-walking,walking_man 1f6b9:mens_room
1f6ba:womens_room 1f6bc:baby_symbol 1f6c5:left_luggage 1f6cb:couch
1f6cc:sleeping_accommodation,person_in_bed,sleeping_bed 1f6cd:shopping 1f6ce:bellhop 1f6d0:worship_symbol
1f6e2:oil 1f6e4:railroad_track 1f6e5:motorboat 1f6e9:airplane_small 1f6eb:flight_departure
1f6ec:airplane_arriving,flight_arrival 1f6f0:satellite_orbital,artificial_satellite 1f6f3:cruise_ship
1f6f4:scooter 1f6f5:motor_scooter,motorbike 1f6f6:kayak 1f7e0:large_orange_circle 1f7e1:large_yellow_circle
1f7e2:large_green_circle 1f7e3:large_purple_circle 1f7e4:large_brown_circle 1f7e5:large_red_square
1f7e6:large_blue_square 1f7e7:large_orange_square 1f7e8:large_yellow_square,yellow_square
1f7e9:large_green_square,green_square 1f7ea:large_purple_square 1f7eb:large_brown_square
1f910:zipper_mouth_face,zipper_mouth 1f911:money_mouth_face,money_mouth 1f912:thermometer_face
1f913:nerd_face 1f914:thinking_face 1f915:face_with_head_bandage 1f916:robot_face
1f917:hugging_face,hugging,hugs 1f918:the_horns,metal 1f919:call_me_hand
1f91a:raised_back_of_hand,back_of_hand 1f91b:left-facing_fist,left_facing_fist,fist_left
1f91c:right-facing_fist,right_facing_fist,fist_right 1f91d:shaking_hands
1f91e:crossed_fingers,hand_with_index_and_middle_fingers_crossed,hand_with_index_and_middle_finger_crossed
1f91f:i_love_you_hand_sign 1f920:face_with_cowboy_hat,cowboy_hat_face 1f921:clown_face
1f922:nauseated_face,sick 1f924:drooling_face,drool 1f925:lying_face,liar 1f926:person_facepalming,facepalm
1f926-200d-2640:woman-facepalming 1f926-200d-2642:man-facepalming 1f927:sneezing_face,sneeze
1f928:face_with_one_eyebrow_raised,raised_eyebrow 1f929:star-struck,grinning_face_with_star_eyes
1f92a:grinning_face_with_one_large_and_one_small_eye 1f92b:face_with_finger_covering_closed_lips
1f92c:serious_face_with_symbols_covering_mouth,face_with_symbols_over_mouth,cursing_face
1f92d:smiling_face_with_smiling_eyes_and_hand_covering_mouth,hand_over_mouth
1f92e:face_with_open_mouth_vomiting,vomiting_face 1f92f:shocked_face_with_exploding_head
1f930:pregnant_woman,expecting_woman 1f931:breast-feeding 1f935:person_in_tuxedo 1f937:person_shrugging
1f937-200d-2640:woman-shrugging 1f937-200d-2642:man-shrugging 1f938:person_doing_cartwheel,cartwheeling
1f938-200d-2640:woman-cartwheeling 1f938-200d-2642:man-cartwheeling
1f939:person_juggling,juggler,juggling_person 1f939-200d-2640:woman-juggling 1f939-200d-2642:man-juggling
1f93a:fencer,person_fencing 1f93c:wrestlers,people_wrestling 1f93c-200d-2640:woman-wrestling
1f93c-200d-2642:man-wrestling 1f93d:person_playing_water_polo 1f93d-200d-2640:woman-playing-water-polo
1f93d-200d-2642:man-playing-water-polo 1f93e:person_playing_handball,handball_person
1f93e-200d-2640:woman-playing-handball 1f93e-200d-2642:man-playing-handball 1f940:wilted_rose
1f941:drum_with_drumsticks 1f942:clinking_glasses,champagne_glass,clinking_glass 1f943:tumbler_glass,whisky
1f945:goal_net 1f947:first_place_medal,1st_place_medal 1f948:second_place_medal,2nd_place_medal
1f949:third_place_medal,3rd_place_medal 1f94a:boxing_gloves 1f94b:martial_arts_uniform,karate_uniform
1f956:baguette_bread,french_bread 1f957:green_salad 1f958:shallow_pan_of_food 1f959:stuffed_pita
1f95b:milk_glass 1f95c:shelled_peanut 1f95d:kiwifruit,kiwi_fruit
1f970:smiling_face_with_3_hearts,smiling_face_with_three_hearts 1f97f:womans_flat_shoe 1f981:lion_face
1f984:unicorn_face 1f98a:fox_face 1f98f:rhino 1f992:giraffe_face 1f993:zebra_face 1f996:t-rex
1f9af:probing_cane 1f9b8-200d-2640:female_superhero,superhero_woman
1f9b8-200d-2642:male_superhero,superhero_man 1f9b9-200d-2640:female_supervillain,supervillain_woman
1f9b9-200d-2642:male_supervillain,supervillain_man 1f9c0:cheese_wedge 1f9c9:mate_drink 1f9cd:standing_person
1f9cd-200d-2640:standing_woman 1f9cd-200d-2642:standing_man 1f9ce:kneeling_person
1f9ce-200d-2640:kneeling_woman 1f9ce-200d-2642:kneeling_man 1f9d0:monocle_face 1f9d1:adult
1f9d1-200d-1f9af:person_with_probing_cane 1f9d1-200d-1f9b0:red_haired_person
1f9d1-200d-1f9b1:curly_haired_person 1f9d1-200d-1f9b2:bald_person 1f9d1-200d-1f9b3:white_haired_person
1f9d3:older_adult 1f9d4:bearded_person 1f9d4-200d-2640:woman_with_beard 1f9d4-200d-2642:man_with_beard
1f9d5:person_with_headscarf 1f9d6:sauna_person 1f9d6-200d-2640:sauna_woman 1f9d6-200d-2642:sauna_man
1f9d7:climbing 1f9d7-200d-2640:climbing_woman 1f9d7-200d-2642:climbing_man 1f9d8:lotus_position
1f9d8-200d-2640:lotus_position_woman 1f9d8-200d-2642:lotus_position_man
1f9d9-200d-2640:female_mage,mage_woman 1f9d9-200d-2642:male_mage,mage_man
1f9da-200d-2640:female_fairy,fairy_woman 1f9da-200d-2642:male_fairy,fairy_man
1f9db-200d-2640:female_vampire,vampire_woman 1f9db-200d-2642:male_vampire,vampire_man
1f9dd-200d-2640:female_elf,elf_woman 1f9dd-200d-2642:male_elf,elf_man
1f9de-200d-2640:female_genie,genie_woman 1f9de-200d-2642:male_genie,genie_man
1f9df-200d-2640:female_zombie,zombie_woman 1f9df-200d-2642:male_zombie,zombie_man 1f9f4:squeeze_bottle
1fa71:one-piece_swimsuit 1fa72:swim_brief 1fa7b:x-ray 1fa80:yo-yo 2122:trade_mark
2139:information_source,information 2194:left_right_arrow 2195:arrow_up_down,up_down_arrow
2196:arrow_upper_left,up_left_arrow 2197:arrow_upper_right 2198:arrow_lower_right 2199:arrow_lower_left
21a9:leftwards_arrow_with_hook 21aa:arrow_right_hook 231b:hourglass 23cf:eject_symbol 23eb:arrow_double_up
23ec:arrow_double_down
23ed:black_right_pointing_double_triangle_with_vertical_bar,track_next,next_track_button
23ee:black_left_pointing_double_triangle_with_vertical_bar,track_previous,previous_track_button
23ef:black_right_pointing_triangle_with_double_vertical_bar,play_or_pause_button 23f2:timer_clock
23f3:hourglass_flowing_sand 23f8:double_vertical_bar,pause_button 23f9:black_square_for_stop
23fa:black_circle_for_record,record_button 24c2:circled_m 25b6:arrow_forward 25c0:arrow_backward 2600:sun
2602:umbrella2,open_umbrella 2603:snowman2,snowman_with_snow 2611:ballot_box_with_check
2614:umbrella_with_rain_drops,umbrella 2615:hot_beverage 261d:point_up 2620:skull_crossbones
2622:radioactive_sign 2623:biohazard_sign 262e:peace_symbol 2639:white_frowning_face,frowning2,frowning_face
264f:scorpio 2660:spade_suit 2663:club_suit 2665:heart_suit 2666:diamond_suit 2668:hotsprings
2692:hammer_pick 2694:crossed_swords 2695:staff_of_aesculapius 2696:balance_scale 269b:atom_symbol
269c:fleur-de-lis 26b1:urn 26bd:soccer_ball 26c4:snowman_without_snow,snowman
26c8:thunder_cloud_and_rain,thunder_cloud_rain,cloud_with_lightning_and_rain
26d1:helmet_with_white_cross,helmet_with_cross,rescue_worker_helmet
26f1:umbrella_on_ground,parasol_on_ground 26f3:golf,flag_in_hole
26f9:person_with_ball,person_bouncing_ball,basketball_player,bouncing_ball_person
26f9-200d-2640:woman-bouncing-ball,basketball_woman,bouncing_ball_woman
26f9-200d-2642:man-bouncing-ball,basketball_man,bouncing_ball_man 26fd:fuelpump 2705:white_check_mark
270a:raised_fist,fist_raised 270c:v,victory_hand 270d:writing_hand 270f:pencil2 2714:heavy_check_mark
2716:heavy_multiplication_x 271d:latin_cross 2734:eight_pointed_black_star 274c:x
274e:negative_squared_cross_mark 2753:question_mark 2757:heavy_exclamation_mark
2763:heavy_heart_exclamation_mark_ornament,heavy_heart_exclamation 2764:red_heart 2795:heavy_plus_sign
2796:heavy_minus_sign 2797:heavy_division_sign 27a1:arrow_right,right_arrow 27b0:curly_loop 27bf:loop
2934:arrow_heading_up 2935:arrow_heading_down 2b05:arrow_left,left_arrow 2b06:arrow_up,up_arrow
2b07:arrow_down,down_arrow 2b55:o 303d:part_alternation_mark 3299:secret
`

const SKIN_TONE = /::skin-tone-\d$|_(?:light|medium_light|medium|medium_dark|dark)_skin_tone$|_tone[1-5]$/
/** Emoji may follow each other without a space. */
const NAMED = /(?<!\w):([\w+-]{1,80}):(?!\w)/g

let codes: ReadonlyMap<string, string> | undefined

function readCodes(): ReadonlyMap<string, string> {
  const entries = NAMES.trim().split(/\s+/)
  return new Map(
    entries.flatMap((entry) => {
      const [code = '', names = ''] = entry.split(':')
      return names.split(',').map((name) => [name, code] as const)
    }),
  )
}

/** Finds a Unicode emoji by a name of Slack, Mattermost or Rocket.Chat. Skin tones are dropped. */
export function emojiOfOtherProduct(given: string): UnicodeEmoji | undefined {
  codes ??= readCodes()
  const name = given.replace(SKIN_TONE, '')
  const code = codes.get(name)
  return code === undefined ? unicodeEmojiByName(name) : unicodeEmojiByCode(code)
}

/** Gives the emoji of a text our names. Names of custom emoji stay. */
export const withOurEmojiNames = (text: string, isCustom: (name: string) => boolean): string =>
  text.replace(NAMED, (given, name: string) => {
    if (isCustom(name)) return given
    const emoji = emojiOfOtherProduct(name)
    return emoji === undefined ? given : `:${emoji.names[0]}:`
  })
