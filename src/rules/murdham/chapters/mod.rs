//! The book. In its order: rounds and turns (`turn`, `unseen_turns`, `chaos`, `cost`), attacks and what answers them (`attack`, `reaction`, `counter`,
//! `blast`, `stunt`, `nonlethal`, `hold`, `felling`), harm (`damage`, `harm`, `injury`, `omen`, `poison`), movement (`movement`, `special_movement`, `trap`,
//! `trample`, `flying`, `sneak`, `chase`), the rest of a turn (`bonus`, `contest`, `manipulation`, `power`), hearts (`fear`, `morale`, `nature`, `demon`),
//! and what comes after (`durability`, `lasting`).

pub mod attack;
pub mod blast;
pub mod bonus;
pub mod chaos;
pub mod chase;
pub mod contest;
pub mod cost;
pub mod counter;
pub mod damage;
pub mod demon;
pub mod durability;
pub mod fear;
pub mod felling;
pub mod flying;
pub mod harm;
pub mod hold;
pub mod injury;
pub mod lasting;
pub mod manipulation;
pub mod morale;
pub mod movement;
pub mod nature;
pub mod nonlethal;
pub mod omen;
pub mod poison;
pub mod power;
pub mod reaction;
pub mod saves;
pub mod sneak;
pub mod special_movement;
pub mod stunt;
pub mod trample;
pub mod trap;
pub mod turn;
pub mod unseen_turns;
