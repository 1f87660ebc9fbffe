module measure

go 1.19
