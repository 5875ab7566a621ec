/** A store of keys and values whose partitions are engines of a cluster. */
package com.example.kv;
