/** A bank whose accounts are in several databases of another kind. */
package com.example.cloud;
