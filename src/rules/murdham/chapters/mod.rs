//! The book. In its order: rounds and turns (`turn`, `beside`, `chaos`, `cost`), attacks and what answers them (`attack`, `reaction`, `counter`,
//! `blast`, `stunt`, `nonlethal`, `hold`, `felling`), harm (`damage`, `harm`, `injury`, `omen`, `dose`), movement (`movement`, `footing`, `trap`,
//! `trample`, `wings`, `sneak`, `chase`), the rest of a turn (`bonus`, `contest`, `sway`, `power`), hearts (`fear`, `morale`, `nature`, `demon`),
//! and what comes after (`wear`, `lasting`).

pub mod attack;
pub mod beside;
pub mod blast;
pub mod bonus;
pub mod chaos;
pub mod chase;
pub mod contest;
pub mod cost;
pub mod counter;
pub mod damage;
pub mod demon;
pub mod dose;
pub mod fear;
pub mod felling;
pub mod footing;
pub mod harm;
pub mod hold;
pub mod injury;
pub mod lasting;
pub mod morale;
pub mod movement;
pub mod nature;
pub mod nonlethal;
pub mod omen;
pub mod power;
pub mod reaction;
pub mod saves;
pub mod sneak;
pub mod stunt;
pub mod sway;
pub mod trample;
pub mod trap;
pub mod turn;
pub mod wear;
pub mod wings;
