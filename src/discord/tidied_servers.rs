//! The servers in which channels are being deleted and whose fights somebody is about to look over.

use crate::store::Snowflake;
use dashmap::DashSet;

/// Those servers.
#[derive(Debug, Default)]
pub struct TidiedServers(DashSet<Snowflake>);

impl TidiedServers {
    /// Somebody is to look over this server's fights. Returns whether nobody is about to.
    pub fn note(&self, server: Snowflake) -> bool {
        self.0.insert(server)
    }

    /// They're being looked over: what's deleted from now on is looked at anew.
    pub fn looked_over(&self, server: Snowflake) {
        self.0.remove(&server);
    }
}
