from typing import Final

EXAMPLE: Final = """\
[Variant "bulgarian"]
[Dealer "N"]
[Hands "N:DQ CK D7 DA DJ DK CA HK  W:HT HQ C7 C9 CJ C8 HA HJ  \
S:S7 SQ SJ H7 H9 S8 SA SK  E:D9 D8 CT ST S9 CQ DT H8"]
[Declarations "W C7 C8 C9; W HT HJ HQ; S SJ SQ SK SA; E D8 D9 DT; N DJ DQ DK DA"]
[Belotes "N D; S S"]
[Auction "W"]
P P P S
X P P AT
X P P P
[Play "W"]
1. W HQ H9 H8 HK
2. S S7 ST D7 C7
3. E S9 DQ C8 SJ
4. S SA D8 CA HT
5. S SK CQ DA HJ
6. S S8 DT DK CJ
7. S SQ D9 CK HA
8. S H7 CT DJ C9
"""
